import { format, resolveConfig } from 'prettier';
import { commandPage } from './command-page.ts';
import { absolute } from './files.ts';
import { interfacePage } from './interface-page.ts';

/** The pages that are made from the code, by their paths. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map([
    ['shared/contract/REFERENCE.md', await interfacePage()],
    ['cli/REFERENCE.md', commandPage()],
  ]);
  for (const [path, text] of pages) pages.set(path, await formatted(path, text));
  return pages;
}

async function formatted(path: string, text: string): Promise<string> {
  const config = await resolveConfig(absolute(path));
  return format(text, { ...config, parser: 'markdown' });
}
