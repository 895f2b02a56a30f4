import { claudeCode } from '../agent-clients.ts';
import { testWithCoord } from '../with-coord.ts';

const { COORD_COMMAND: script, PATH: path = '' } = process.env;
const client = claudeCode(process.argv[2] ?? '');

testWithCoord('Claude Code', { script, path, ada: client }).run();
