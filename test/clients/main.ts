import { fileURLToPath } from 'node:url';
import { installClient, thisHost } from './install.ts';
import { runLoopbackOnly } from './loopback.ts';

/**
 * Drives the real clients against scripted local models: first what each sends and accepts by itself, then two developers
 * with coord between them. `COORD_CLAUDE_CODE`, `COORD_CODEX` and `COORD_GEMINI` name programs to use instead of
 * installing them, `COORD_CLIENTS_FOLDER` the folder to install into; the names of suites may be given as arguments.
 */
const suites = {
  'claude-code-payloads': ['claude-code'],
  'claude-code-answers': ['claude-code'],
  'claude-code-coord': ['claude-code'],
  'claude-code-knowledge': ['claude-code'],
  'codex-payloads': ['codex'],
  'codex-coord': ['codex'],
  'gemini-payloads': ['gemini'],
  'gemini-coord': ['gemini'],
  'read-meeting': ['claude-code', 'codex'],
  'client-models': ['claude-code', 'codex', 'gemini'],
  'mixed-coord': ['claude-code', 'codex', 'gemini'],
} as const;

type ClientName = (typeof suites)[keyof typeof suites][number];

const { env, argv, execPath, execArgv } = process;
const given: Record<ClientName, string | undefined> = {
  'claude-code': env.COORD_CLAUDE_CODE,
  codex: env.COORD_CODEX,
  gemini: env.COORD_GEMINI,
};

const options = { host: thisHost(process), parent: env.COORD_CLIENTS_FOLDER };
for (const [suite, clients] of Object.entries(suites)) {
  if (argv.length > 2 && !argv.includes(suite)) continue;
  const binaries: string[] = [];
  for (const name of clients) binaries.push(given[name] ?? (await installClient(name, options)));
  const file = fileURLToPath(new URL(`./suites/${suite}.ts`, import.meta.url));
  const code = await runLoopbackOnly(execPath, [...execArgv, file, ...binaries]);
  if (code !== 0) process.exitCode = code;
}
