import { tryReadText } from './files.ts';

/** Where the system does not say it in a file: what Node raises the limit to on macOS. */
const assumed = 10_240;

/** How many files and connections this process may have open. Node has raised the limit as far as the system allows. */
export function openFilesLimit(): number {
  const told = /^Max open files +(\d+)/m.exec(tryReadText('/proc/self/limits') ?? '')?.[1];
  return told === undefined ? assumed : Number(told);
}
