import { posix } from 'node:path';
import { isParsable } from '../../shared/symbols/parsable.ts';

/** Endings of files that people write in the languages of programs; not of data, documents, or what a build makes. */
const endings = new Set(
  `adb ads asm astro bash bat bzl c cc clj cljc cljs cmake cob coffee cpp cr cs csh cshtml css cu cuh cxx dart ejs elm erb erl
  ex exs f03 f08 f90 f95 fish for fs fsi fsx gd gleam glsl go gql gradle graphql groovy h haml hbs hcl hh hlsl hpp hrl hs hxx idr inl
  jav java jinja jinja2 jl jsp kt kts less lhs liquid lisp lua m metal ml mli mm mustache nim nix pas php pl pm prisma
  proto ps1 psm1 pug purs py pyi pyw pyx r rake razor rb re rego res rkt rs sass sbt scala scm scss sh slim sol sql styl sv svelte
  svh swift tcl tf thrift tpp twig v vala vb vert vhd vhdl vue wat wgsl xsl xslt zig zsh`.split(
    /\s+/,
  ),
);

/** HOK-6: whether the file is source of a known language, by the ending of its path, so that somebody wrote it to keep it. */
export function isSource(path: string): boolean {
  return isParsable(path) || endings.has(posix.extname(path).slice(1).toLowerCase());
}
