import { isParsable } from '../../index/parser/parser.ts';
import { noMentions, type FileMentions } from '../../index/parser/mentions/file-mentions.ts';
import { isTelling, wordsOf } from '../../index/parser/mentions/path-words.ts';

/** Components, pages and styles: they refer to modules and files too, and no syntax tree is made of them. */
const markup = /\.(?:vue|svelte|astro|mdx|html?|css|s[ac]ss|less)$/i;
const loaded =
  /\b(?:from|import|require)\b\s*\(?\s*(?:url\(\s*)?['"`]([^'"`\n]+)['"`]|@(?:use|forward)\s+['"]([^'"\n]+)['"]/g;
const quoted = /['"`(]\s*([^'"`()\s]{1,200})\s*['"`)]/g;
const computed = /\bimport\s*\(\s*[^'"`\s)]|\bimport\.meta\.glob/;

/** Whether a file's text can refer to other files. */
export function canMentionFiles(path: string): boolean {
  return isParsable(path) || markup.test(path);
}

/** What a component, a page or a style names, by the texts in its quotes and brackets. */
export function markupMentions(text: string): FileMentions {
  const loads = Array.from(text.matchAll(loaded), ([, module, style]) => module ?? style ?? '');
  const texts = Array.from(text.matchAll(quoted), ([, one]) => one ?? '');
  const isRelative = (one: string) => /^\.\.?\//.test(one);
  return {
    ...noMentions,
    loads: [...new Set(loads)],
    paths: [...new Set(texts.filter(isRelative))].filter((path) => !loads.includes(path)),
    words: wordsOf(texts).filter(isTelling),
    loadsUnknown: computed.test(text),
  };
}
