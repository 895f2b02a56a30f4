import type { Compiler, ts } from '../tree/compiler.ts';

/**
 * The text that a JSX child puts on the page, white space collapsed as browsers and formatters do;
 * `undefined` for a child that is not text. A comment in braces is empty text.
 */
export function jsxText(compiler: Compiler, child: ts.JsxChild): string | undefined {
  if (compiler.isJsxText(child)) return collapsed(child.text);
  if (!compiler.isJsxExpression(child)) return undefined;
  if (child.expression === undefined) return '';
  return compiler.isStringLiteral(child.expression) && child.expression.text === ' '
    ? ' '
    : undefined;
}

/** Line breaks and the blanks around them vanish at the ends and are one blank elsewhere. */
function collapsed(raw: string): string {
  const lines = raw
    .replace(/[\t\r]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .split('\n');
  return lines
    .map((line, index) => {
      const start = index > 0 && line.startsWith(' ') ? 1 : 0;
      const end = index < lines.length - 1 && line.endsWith(' ') ? line.length - 1 : line.length;
      return line.slice(start, end);
    })
    .filter((line) => line !== '')
    .join(' ');
}

/**
 * The string that an attribute is set to, whether written `a="x"` or `a={'x'}`; `undefined` for any other value.
 * The blanks between class names carry no meaning.
 */
export function jsxStringValue(compiler: Compiler, attribute: ts.JsxAttribute): string | undefined {
  const text = stringOf(compiler, attribute.initializer);
  if (text === undefined || !compiler.isIdentifier(attribute.name)) return text;
  const isClassList = attribute.name.text === 'className' || attribute.name.text === 'class';
  return isClassList ? text.trim().replace(/\s+/g, ' ') : text;
}

function stringOf(compiler: Compiler, value: ts.JsxAttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (compiler.isStringLiteral(value)) return decodedQuotes(value.text).replaceAll('\r\n', '\n');
  if (!compiler.isJsxExpression(value) || value.expression === undefined) return undefined;
  // Entities are decoded only without braces, so a text with an ampersand is not the same in both forms.
  const { expression } = value;
  return compiler.isStringLiteral(expression) && !expression.text.includes('&')
    ? expression.text
    : undefined;
}

function decodedQuotes(text: string): string {
  return text.includes('&') ? text.replaceAll('&apos;', "'").replaceAll('&quot;', '"') : text;
}
