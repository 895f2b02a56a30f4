/** The words by which the bare name of a file is told from the name of a library and from a part of a program. */

/** Endings of files that teams speak of. */
export const knownEndings = new Set(
  `adoc asm astro avif avro bash bat bib bmp bz2 c cc cddl cfg cjs clj cljs cmake cmd conf config cpp cr cs csproj css csv cts cue cxx dart db diff doc docx drift dtd edn ejs elm env erb erl ex example exs f90 fish fs fsx gif gleam go gql gradle graphql groovy gz h haml hbs hcl hh hpp hrl hs html htm hxx ics ico in ini ino ipynb j2 java jinja jl jpeg jpg js json json5 jsonc jsonl jsx k key kt kts less lhs liquid local lock log lua m m4a make md mdx mermaid mjs mk ml mli mm mod mov mp3 mp4 mts mustache nim nix njk odt otf pas patch pdf pem php pl plist pm png po pot pp proto ps1 pug puml py pyi pyx r rake rb rego res rkt rs rst s sample sass sbt scala scm scss sh sln snap sol sql sqlite srt st stories sum sv svelte svg swift tar tcl templ tex tf tfvars tgz thrift tmpl toml tpl ts tsv tsx ttf txt v vb vert vhd vim vue wasm wat wav webp woff woff2 xls xlsx xml xsd xsl yaml yml zig zip zsh`.split(
    ' ',
  ),
);

/** What stands before the dot in a line of a program: `console.log`, `res.json`, `Math.max`. */
export const programObjects = new Set(
  `console process window document navigator this self super math json object array string number promise symbol reflect req res request response err ctx localstorage sessionstorage`.split(
    ' ',
  ),
);

/** Libraries and runtimes whose names end like files. */
const libraries = new Set(
  `node next nuxt vue react preact solid qwik alpine ember backbone knockout angular express nest koa hapi sails meteor moment day chart d3 three p5 paper pixi phaser babylon matter tensorflow brain plotly leaflet konva fabric raphael anime tone howler video hls dash pdf highlight prism marked showdown quill handlebars mustache underscore lodash ramda require socket discord ethers web3 bignumber decimal math numeral chance i18next polyglot electron stimulus turbo jquery zepto swiper dropzone hammer popper reveal immutable bluebird async riot polymer mithril cytoscape`.split(
    ' ',
  ),
);

/** `moment.js`, `Node.js`. */
export function isLibrary(word: string): boolean {
  const [, name = ''] = /^([a-z0-9]+)\.js$/i.exec(word) ?? [];
  return libraries.has(name.toLowerCase());
}
