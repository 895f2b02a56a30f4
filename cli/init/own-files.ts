import { hookScriptPath } from '../../shared/clients/common/hook-script-path.ts';
import type { TextFile } from '../../shared/clients/common/planned-files.ts';
import { installedText } from './installed-files.ts';
import { mark } from './settings-files/mark.ts';

/** A file that is wholly coord's. Its text contains `mark`. */
export interface OwnFile {
  path: string;
  text: () => string;
  mode: number;
}

/** The same on every machine and in every repository, and there as long as one client is set up. */
export const commonFiles: readonly OwnFile[] = [
  { path: hookScriptPath, text: () => installedText('hook.sh'), mode: 0o755 },
  {
    path: '.coord/.gitattributes',
    text: () =>
      `# ${mark} A shell script needs these line ends on every system.\nhook text eol=lf\n`,
    mode: 0o644,
  },
];

/** A client's own file. */
export function ownFile({ path, source, mode }: TextFile): OwnFile {
  return { path, text: () => installedText(source), mode };
}
