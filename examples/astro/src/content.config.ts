import { defineCollection } from "astro:content";
import { lecternLoader } from "@lectern/astro";

const url = process.env.LECTERN_URL ?? "http://127.0.0.1:8000";

export const collections = { posts: defineCollection({ loader: lecternLoader({ url, linkBase: "/" }) }) };
