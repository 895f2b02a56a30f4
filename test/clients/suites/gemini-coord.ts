import { gemini } from '../agent-clients.ts';
import { testWithCoord } from '../with-coord.ts';

const { COORD_COMMAND: script, PATH: path = '' } = process.env;
const client = gemini(process.argv[2] ?? '');

testWithCoord('Gemini CLI', { script, path, ada: client }).run();
