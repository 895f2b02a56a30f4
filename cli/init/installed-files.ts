import { existsSync, readFileSync } from 'node:fs';
import { hookScriptPath } from '../../shared/clients/common/hook-script-path.ts';
import type { TextFile } from '../../shared/clients/common/planned-files.ts';
import { unknownClientMessage } from '../../shared/clients/registry.ts';
import { hookPathOf } from '../../shared/contract/edge.ts';
import {
  endpointFiles,
  endpointFolder,
  hookAnswerWithinSeconds,
  saidDownLivesSeconds,
  socketFiles,
} from '../../shared/node/endpoint.ts';
import { sentencesFor, whatIsWrong } from '../hook-answers/sentences.ts';
import { mark } from './settings-files/mark.ts';
import { shellForms } from './shell-forms.ts';

/** A file that is wholly coord's. Its text contains `mark`. */
interface OwnFile {
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

/** Where the files lie in the built program, whose parts are in `dist/chunks`, and in a clone. */
const folders = ['../clients/', '../../shared/clients/'].map(
  (folder) => new URL(folder, import.meta.url),
);

/** The line of a file that takes the values. */
const marked = /^.*\bcoord: values$/m;

/**
 * The text of a file that `coord init` writes into repositories. The file itself lies in `shared/clients/` and is one of its
 * language; where it has a marked line, the names and words that it shares with coord come in its place.
 */
export function installedText(source: string): string {
  const folder = folders.find((one) => existsSync(new URL(source, one)));
  const text = readFileSync(new URL(source, folder ?? folders[0]), 'utf8');
  return text.replace(marked, () =>
    source.endsWith('.js') ? scriptValues(source) : shellValues(),
  );
}

function shellValues(): string {
  const names = {
    endpoint_folder: endpointFolder,
    address_file: endpointFiles.address,
    deny_file: endpointFiles.denyWhenDown,
    said_file: endpointFiles.saidDown,
    said_lives: saidDownLivesSeconds,
    socket_file: socketFiles.socket,
    authorization_file: socketFiles.authorization,
    answer_within: hookAnswerWithinSeconds,
  };
  const lines = Object.entries(names).map(([name, value]) => `${name}='${value}'`);
  return [
    ...lines,
    `hook_path="${hookPathOf('$client')}"`,
    `unknown="${unknownClientMessage('$client')}"`,
    ...shellForms(),
  ].join('\n');
}

function scriptValues(source: string): string {
  const [client = ''] = source.split('/');
  const given = {
    folder: endpointFolder,
    address: endpointFiles.address,
    denyWhenDown: endpointFiles.denyWhenDown,
    socket: socketFiles.socket,
    authorization: socketFiles.authorization,
    answerWithinMs: hookAnswerWithinSeconds * 1_000,
    hookPath: hookPathOf(client),
    notRunning: sentencesFor('is not running'),
    noAnswer: sentencesFor('does not answer'),
    refused: sentencesFor('refused'),
    whatIsWrong,
  };
  return `const given = ${JSON.stringify(given, undefined, 2)};`;
}
