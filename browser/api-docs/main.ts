declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => void;

if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.classList.add("dark-mode");

SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  // By default a service of Swagger's own would be asked whether the document is right.
  validatorUrl: null,
});

export {};
