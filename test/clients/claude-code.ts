import { fileURLToPath } from 'node:url';
import { installClaudeCode, thisHost } from './install.ts';
import { runLoopbackOnly } from './loopback.ts';

/**
 * Drives the real Claude Code against a scripted local model: first what the client itself sends and accepts, then
 * two developers with coord between them. `COORD_CLAUDE_CODE` names a binary to use instead of installing one,
 * `COORD_CLIENTS_FOLDER` the folder to install into; the names of suites may be given as arguments.
 */
const suites = [
  'claude-code-payloads',
  'claude-code-answers',
  'claude-code-coord',
  'claude-code-knowledge',
];

const { COORD_CLAUDE_CODE: given, COORD_CLIENTS_FOLDER: folder } = process.env;
const binary = given ?? (await installClaudeCode(thisHost(process), folder));
const chosen = suites.filter((suite) => process.argv.length <= 2 || process.argv.includes(suite));
for (const suite of chosen) {
  const file = fileURLToPath(new URL(`./suites/${suite}.ts`, import.meta.url));
  const code = await runLoopbackOnly(process.execPath, [...process.execArgv, file, binary]);
  if (code !== 0) process.exitCode = code;
}
