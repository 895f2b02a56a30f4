import { codex } from '../agent-clients.ts';
import { testWithCoord } from '../with-coord.ts';

const { COORD_COMMAND: script, PATH: path = '' } = process.env;
const client = codex(process.argv[2] ?? '');

testWithCoord('Codex', { script, path, ada: client }).run();
