const maxNames = 50;
/** A run of characters that a path may contain. */
const word = /[\p{L}\p{N}_@.\-/[\]()]+/gu;
const file = /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]\.[a-z][a-z0-9]{0,7}$/iu;
/** Words that look like files but are not: addresses, abbreviations, and versions such as 1.x. */
const noFile =
  /^(?:www\.|https?:)|^(?:e\.g|i\.e|etc|vs|a\.m|p\.m)$|\.(?:com|org|net|io|dev|app|ai)$|^v?\d+(?:\.\d+)*\.x$/i;
/** Files that have no ending. */
const bare =
  /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*(?:CODEOWNERS|Dockerfile|Makefile|Jenkinsfile|Procfile|Gemfile|Vagrantfile|\.\p{Ll}+(?:rc|ignore))$/u;
/** "the file notes.old", "the env.prod file". */
const saidBefore = /\bfiles?\s+[`"'“‘]?$/i;
const saidAfter = /^[`"'”’]?\s+files?\b/i;

/** Whether a word is the name of a file: with its folder, or with an ending that files have and is no library's name. */
export function isFileName(word: string): boolean {
  return bare.test(word) || (mayBeFile(word) && (/\//.test(word) || isKnownAsFile(word)));
}

/** Also `moment.js` and `console.log`, which are files only where the workspace has such a file. */
function mayBeFile(word: string): boolean {
  return file.test(word) && !noFile.test(word);
}

function isKnownAsFile(word: string): boolean {
  const [head = ''] = word.toLowerCase().split('.');
  const ending = word.slice(word.lastIndexOf('.') + 1).toLowerCase();
  return knownEndings.has(ending) && !programObjects.has(head) && !isLibrary(word);
}

/** The files that a text names, as written there: with a path, or by the bare name. Each once, at most 50. */
export function fileNamesIn(text: string): string[] {
  return namesIn(text).flatMap(({ name, isSaid }) => (isSaid || isFileName(name) ? [name] : []));
}

/** The words of a text that are files only where the workspace has them: the names of libraries, `state.items`. */
export function possibleFileNamesIn(text: string): string[] {
  return namesIn(text).flatMap(({ name, isSaid }) => (isSaid || isFileName(name) ? [] : [name]));
}

/** `isSaid`: it is called a file. */
function namesIn(text: string): { readonly name: string; readonly isSaid: boolean }[] {
  const found = new Map<string, boolean>();
  for (const { 0: raw, index } of text.matchAll(word)) {
    const name = raw.replace(/^[([]+|[.)\]/]+$/g, '');
    if (!bare.test(name) && !mayBeFile(name)) continue;
    const isSaid =
      saidBefore.test(text.slice(Math.max(0, index - beside), index)) ||
      saidAfter.test(text.slice(index + raw.length, index + raw.length + beside));
    found.set(name, isSaid || (found.get(name) ?? false));
    if (found.size >= maxNames) break;
  }
  return [...found].map(([name, isSaid]) => ({ name, isSaid }));
}

const beside = 12;

/** The words by which the bare name of a file is told from the name of a library and from a part of a program. */

/** Endings of files that teams speak of. */
const knownEndings = new Set(
  `adoc asm astro avif avro bash bat bib bmp bz2 c cc cddl cfg cjs clj cljs cmake cmd conf config cpp cr cs csproj css csv cts cue cxx dart db diff doc docx drift dtd edn ejs elm env erb erl ex example exs f90 fish fs fsx gif gleam go gql gradle graphql groovy gz h haml hbs hcl hh hpp hrl hs html htm hxx ics ico in ini ino ipynb j2 java jinja jl jpeg jpg js json json5 jsonc jsonl jsx k key kt kts less lhs liquid local lock log lua m m4a make md mdx mermaid mjs mk ml mli mm mod mov mp3 mp4 mts mustache nim nix njk odt otf pas patch pdf pem php pl plist pm png po pot pp proto ps1 pug puml py pyi pyx r rake rb rego res rkt rs rst s sample sass sbt scala scm scss sh sln snap sol sql sqlite srt st stories sum sv svelte svg swift tar tcl templ tex tf tfvars tgz thrift tmpl toml tpl ts tsv tsx ttf txt v vb vert vhd vim vue wasm wat wav webp woff woff2 xls xlsx xml xsd xsl yaml yml zig zip zsh`.split(
    ' ',
  ),
);

/** What stands before the dot in a line of a program: `console.log`, `res.json`, `Math.max`. */
const programObjects = new Set(
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
function isLibrary(word: string): boolean {
  const [, name = ''] = /^([a-z0-9]+)\.js$/i.exec(word) ?? [];
  return libraries.has(name.toLowerCase());
}
