import { asData } from '../../../../../../shared/kernel/display.ts';

/** How the results of a meeting were found, as `method` says it; empty while it is not over. */
export function methodInWords(method: string): string {
  if (method === '') return '';
  if (method === 'built-in reader') return 'Found by the built-in reader';
  const [, model = ''] = /^language model:(.*)$/s.exec(method) ?? [];
  return model === '' ? `Found by ${asData(method, 60)}` : `Read by ${asData(model, 60)}`;
}

/** The day `YYYY-MM-DD` of a moment, where the person is. */
export function localDay(ms: number): string {
  const date = new Date(ms);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The names in a field, one between commas or on a line each. */
export function namesIn(text: string): readonly string[] {
  const names = text.split(/[,;\n]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
