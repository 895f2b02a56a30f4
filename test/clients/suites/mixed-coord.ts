import { claudeCode, codex, gemini } from '../agent-clients.ts';
import { denialIsRead, endFrees, suiteOfPairs } from '../with-coord.ts';

const { COORD_COMMAND: script, PATH: path = '' } = process.env;
const [, , claudePath = '', codexPath = '', geminiPath = ''] = process.argv;
const clients = [claudeCode(claudePath), codex(codexPath), gemini(geminiPath)];

for (const ada of clients) {
  for (const bo of clients) {
    if (ada === bo) continue;
    const test = suiteOfPairs(`${ada.name} reserves, ${bo.name} asks`, { script, path, ada, bo });
    test('RSV-4, RSV-9: what one client holds is denied to the other, which reads why', (pair) =>
      denialIsRead(pair, bo));
    test('SES-3: the end of the one frees it for the other', (pair) => endFrees(pair, bo));
    test.run();
  }
}
