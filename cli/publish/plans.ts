import type { Anchors } from "#cli/publish/body/anchors.ts";
import type { LinkTo } from "#cli/publish/body/read-text.ts";
import type { FilesOfSite } from "#cli/publish/media/media-of-post.ts";
import { addressOf } from "./address.ts";
import { type CheckedFiles, checkedFiles, type HeldName, type ReadFiles } from "./files.ts";
import type { LineProblem } from "./front-matter.ts";
import { linksAmong } from "./links.ts";
import { anchorsIn, type EditorSite, type PlannedPost, planPost } from "./plan.ts";
import type { PostSource } from "./source.ts";

type Faults = ReadonlyMap<string, readonly LineProblem[]>;

interface PlansOptions {
  readonly files: FilesOfSite;
  readonly parentPath: string;
  readonly draft: boolean;
  readonly strict: boolean;
}

/** Plans the posts of files without faults. A fault that comes to light holds its file back, too. */
export class Plans {
  readonly #read: ReadFiles;
  readonly #faults: Map<string, readonly LineProblem[]>;
  readonly #options: PlansOptions;
  readonly #sources: ReadonlyMap<string, PostSource>;
  posts: readonly PlannedPost[] = [];

  /** Adds to `faults`. */
  constructor(read: ReadFiles, faults: Map<string, readonly LineProblem[]>, options: PlansOptions) {
    this.#read = read;
    this.#faults = faults;
    this.#options = options;
    this.#sources = new Map(read.posts.map((source) => [source.file, source]));
  }

  hold(faults: Faults): void {
    for (const [file, problems] of faults) this.#faults.set(file, problems);
  }

  /** Plans by these settings; what links to a file that is held back says so. */
  make(site: EditorSite): void {
    for (;;) {
      const sources = this.#read.posts.filter(({ file }) => !this.#faults.has(file));
      const made = sources.map((source) => [source.file, this.#plan(source, site)] as const);
      const { posts, problems } = withOneAltEach(checkedFiles(made), this.#options.strict);
      this.posts = posts;
      if (problems.size === 0) return;
      this.hold(problems);
    }
  }

  /** Plans a post by other settings. What posts say of media is decided among all posts, and stays. */
  again({ source, said, warnings }: PlannedPost, settings: EditorSite): ReturnType<typeof planPost> {
    const made = this.#plan(source, settings);
    return "problems" in made ? made : { ...made, said, warnings };
  }

  /** What a file with a fault would be called. */
  nameOf(file: string): HeldName | undefined {
    const source = this.#sources.get(file);
    return this.#read.held.get(file) ?? (source && { slug: source.post.slug, id: source.id });
  }

  /** Finds where the links of a file lead. */
  linksFrom(source: PostSource, site: EditorSite): LinkTo {
    return this.#allLinks(site)(source);
  }

  #plan(source: PostSource, site: EditorSite): ReturnType<typeof planPost> {
    const { files, strict } = this.#options;
    const post = planPost(source, site, files, this.linksFrom(source, site));
    return strict && "warnings" in post && post.warnings.length > 0 ? { problems: post.warnings } : post;
  }

  /** The links that lead to files of this run; made anew when another file is held back. */
  #allLinks(site: EditorSite): ReturnType<typeof linksAmong> {
    const { size } = this.#faults;
    if (this.#links?.size === size && this.#links.site === site) return this.#links.from;
    const anchors = new Map<PostSource, Anchors>();
    const { parentPath, draft } = this.#options;
    const from = linksAmong(this.#read.posts, {
      ...{ draft, addressOf: (slug) => addressOf(slug, { parentPath }) },
      anchorsOf: (source) => {
        const known = anchors.get(source) ?? anchorsIn(source, site);
        anchors.set(source, known);
        return known;
      },
      held: new Map(
        [...this.#faults.keys()].flatMap((file) => {
          const name = this.nameOf(file);
          return name ? [[file, name.slug] as const] : [];
        }),
      ),
    });
    this.#links = { size, site, from };
    return from;
  }

  #links:
    | { readonly size: number; readonly site: EditorSite; readonly from: ReturnType<typeof linksAmong> }
    | undefined;
}

/** Keeps one description for each medium: that of the first post. Others are reported as lost. */
const withOneAltEach = (
  { posts, problems }: CheckedFiles<PlannedPost>,
  strict: boolean,
): CheckedFiles<PlannedPost> => {
  const altByFile = new Map<string, { readonly alt: string; readonly at: string }>();
  const made = posts.map((post): readonly [string, PlannedPost | { problems: LineProblem[] }] => {
    const { source, said } = post;
    const others: LineProblem[] = [];
    const alts = said.alts.filter(({ file, alt, line }) => {
      const first = altByFile.get(file.sha256);
      if (!first) altByFile.set(file.sha256, { alt, at: `${source.file}:${line}` });
      if (!first || first.alt === alt) return true;
      const message = `The description is not kept: an image has one, and ${first.at} says "${first.alt}".`;
      others.push({ line, message });
      return false;
    });
    if (strict && others.length > 0) return [source.file, { problems: others }];
    return [source.file, { ...post, said: { ...said, alts }, warnings: [...post.warnings, ...others] }];
  });
  const checked = checkedFiles<PlannedPost>(made);
  return { posts: checked.posts, problems: new Map([...problems, ...checked.problems]) };
};
