import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { claudeCode } from '../../shared/clients/claude-code/client.ts';
import type { JsonFile } from '../../shared/clients/common/planned-files.ts';
import {
  editJsonSettings,
  type SettingsEdit,
  type UndoRecord,
} from '../../cli/init/settings-files/json-settings.ts';
import type { Json } from '../../shared/clients/common/settings-entries.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';

const test = suite('init: settings files');

const files = claudeCode.files.filter((file): file is JsonFile => file.kind === 'json');

function install(file: JsonFile, text: string | undefined, undoRecord?: UndoRecord): SettingsEdit {
  return editOf(editJsonSettings(text, { ...file, undoRecord }));
}

function undo(file: JsonFile, text: string | undefined, undoRecord?: UndoRecord): SettingsEdit {
  return editOf(editJsonSettings(text, { ...file, entries: [], undoRecord }));
}

function editOf(result: ReturnType<typeof editJsonSettings>): SettingsEdit {
  if (isRefusal(result)) throw new Error(result.message);
  return result;
}

function fileAt(path: string): JsonFile {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`No file ${path}`);
  return file;
}

/** Any settings that others may have written: hooks and servers where coord's go, and anything else. */
const otherHooks = fc.dictionary(
  fc.constantFrom('PreToolUse', 'PostToolUse', 'SessionStart', 'Stop', 'Notification'),
  fc.array(
    fc.record(
      {
        matcher: fc.constantFrom('Bash', 'Edit|Write', ''),
        hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() })),
      },
      { requiredKeys: ['hooks'] },
    ),
    { maxLength: 3 },
  ),
);
const otherServers = fc.dictionary(fc.string(), fc.record({ command: fc.string() }));
const otherSettings = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
    fc.record({ hooks: otherHooks, mcpServers: otherServers }, { requiredKeys: [] }),
    fc.boolean(),
  )
  .filter(([, { mcpServers }]) => mcpServers?.['coord'] === undefined)
  .map(([others, known, first]) => {
    const { hooks: _hooks, mcpServers: _servers, ...rest } = others;
    return first ? { ...known, ...rest } : { ...rest, ...known };
  });

/** Any way to lay such settings out: indentation, line ends, loose white space, byte order mark. */
const layout = fc.record({
  indentation: fc.constantFrom('', '  ', '    ', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  emptyContainers: fc.constantFrom('', ' ', '\n  '),
  end: fc.constantFrom('', '\n', '\n\n'),
  bom: fc.boolean(),
});
const settingsText = fc.tuple(otherSettings, layout).map(([value, style]) => {
  const body = withLooseEmpties(value as Json, style.indentation, style.emptyContainers);
  return `${style.bom ? '\uFEFF' : ''}${body}${style.end}`.replaceAll('\n', style.lineEnd);
});

function withLooseEmpties(value: Json, indentation: string, space: string): string {
  const text = JSON.stringify(value, undefined, indentation);
  return text.replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]/g, (found) =>
    found.startsWith('"') ? found : `${found[0]}${space}${found[1]}`,
  );
}

for (const file of files) {
  test(`${file.path}: init and undo leave any other settings byte for byte`, () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const after = install(file, text);
        assert.not.equal(after.text, text);
        assert.is(undo(file, after.text, after.undoRecord).text, text);
      }),
      { numRuns: 100 },
    );
  });

  test(`${file.path}: init twice is init once`, () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const once = install(file, text);
        const twice = install(file, once.text, once.undoRecord);
        assert.equal(twice, { ...once, lines: [] });
      }),
      { numRuns: 50 },
    );
  });

  test(`${file.path}: other people's values and their order stay`, () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const before = parse(text);
        const after = parse(install(file, text).text);
        const keys = Object.keys(before);
        assert.equal(Object.keys(after).slice(0, keys.length), keys);
        for (const key of keys.filter((name) => name !== 'hooks' && name !== 'mcpServers')) {
          assert.equal(after[key], before[key]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test(`${file.path}: a file that init made is gone after undo`, () => {
    const made = install(file, undefined);
    assert.is(undo(file, made.text, made.undoRecord).text, undefined);
  });
}

/** The same with comments of both kinds between its lines and behind them. */
const commentedText = fc
  .tuple(otherSettings, fc.infiniteStream(fc.constantFrom('', ' // mine', ' /* mine, too */')))
  .map(([value, comments]) => {
    const lines = withLooseEmpties(value as Json, '  ', '\n // none yet\n').split('\n');
    const commented = lines.map((line) => {
      const [above, behind] = [comments.next().value, comments.next().value];
      return `${above === '' ? '' : `  ${above}\n`}${line}${behind}`;
    });
    return `${commented.join('\n')}\n`;
  });

for (const file of files) {
  test(`INI-2: ${file.path}: comments stay where they are, and undo leaves every byte`, () => {
    fc.assert(
      fc.property(commentedText, (text) => {
        const after = install(file, text);
        for (const mine of ['// mine', '/* mine, too */', '// none yet'])
          assert.is(after.text?.split(mine).length, text.split(mine).length);
        assert.is(install(file, after.text, after.undoRecord).text, after.text);
        assert.is(undo(file, after.text, after.undoRecord).text, text);
      }),
      { numRuns: 100 },
    );
  });
}

test('INI-2: a comment stays with the line that it stands behind, and so does the last comma', () => {
  const text = '{\n  // servers\n  "mcpServers": {\n    "a": {}, // mine\n  }, /* all */\n}\n';
  const { text: after = '', undoRecord } = install(fileAt('.mcp.json'), text);
  assert.ok(after.startsWith(text.slice(0, text.indexOf('// mine') + 7)));
  assert.match(after, '\n    "coord": {\n');
  assert.match(after, '\n    },\n  }, /* all */\n}\n');
  assert.is(undo(fileAt('.mcp.json'), after, undoRecord).text, text);
});

test('INI-2: a comment that came after init survives undo, in a file that init made', () => {
  const made = install(fileAt('.mcp.json'), undefined);
  const text = made.text?.replace('"mcpServers": {', '"mcpServers": {\n    // ours');
  assert.match(undo(fileAt('.mcp.json'), text, made.undoRecord).text ?? '', '// ours');
});

test('INI-2: what others add after init survives undo, in a file that init made', () => {
  const file = fileAt('.mcp.json');
  const made = install(file, undefined);
  const text = made.text?.replace('"mcpServers": {', '"mcpServers": {\n    "theirs": {},');
  assert.equal(parse(undo(file, text, made.undoRecord).text), { mcpServers: { theirs: {} } });
});

test('INI-2: a hook that a user put into one of our groups survives undo', () => {
  const file = fileAt('.claude/settings.json');
  const made = install(file, undefined);
  const mixed = parse(made.text);
  const theirs = { type: 'command', command: 'say done' };
  Object.assign(mixed, { hooks: { Stop: [{ hooks: [hooksOf(mixed, 'Stop'), theirs] }] } });
  const after = undo(file, JSON.stringify(mixed), made.undoRecord).text;
  assert.equal(parse(after), { hooks: { Stop: [{ hooks: [theirs] }] } });
});

test('entries of an earlier version are replaced, a changed timeout is kept', () => {
  const file = fileAt('.claude/settings.json');
  const made = install(file, undefined);
  const older = made.text?.replace('"matcher": "Bash"', '"matcher": "Shell"');
  assert.is(parseAll(install(file, older, made.undoRecord).text), parseAll(made.text));
  const slower = made.text?.replace('"timeout": 5', '"timeout": 9');
  assert.is(install(file, slower, made.undoRecord).text, slower);
});

test('the layout around is copied', () => {
  const text = '{\r\n\t"model": "x",\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}';
  assert.is(
    install(fileAt('.mcp.json'), text).text,
    [
      '{',
      '\t"model": "x",',
      '\t"mcpServers": {',
      '\t\t"a": {},',
      '\t\t"coord": {',
      '\t\t\t"command": "coord",',
      '\t\t\t"args": [',
      '\t\t\t\t"mcp"',
      '\t\t\t],',
      '\t\t\t"alwaysLoad": true',
      '\t\t}',
      '\t}',
      '}',
    ].join('\r\n'),
  );
});

test('a file on one line stays on one line', () => {
  const text = '{"mcpServers":{"a":{}}}';
  assert.is(
    install(fileAt('.mcp.json'), text).text,
    '{"mcpServers":{"a":{},"coord":{"command":"coord","args":["mcp"],"alwaysLoad":true}}}',
  );
});

for (const [what, text] of [
  ['no end', '{"hooks": {}'],
  ['a comment that does not end', '{"hooks": {} /* mine }'],
  ['two commas', '{"hooks": {},,}'],
  ['a list', '[]'],
  ['hooks that are a list', '{"hooks": []}'],
  ['an event that is an object', '{"hooks": {"Stop": {}}}'],
] as const) {
  test(`refused: a file with ${what}`, () => {
    const file = fileAt('.claude/settings.json');
    assert.ok(isRefusal(editJsonSettings(text, { ...file, undoRecord: undefined })));
  });
}

for (const [text, at] of [
  ['{"hooks": {}', 'line 1, column 13: a closing } is missing'],
  ['{\n  "a": yes\n}', 'line 2, column 8: there is a word that JSON does not know'],
  ['{"a": }', 'line 1, column 7: a value is missing'],
] as const) {
  test(`INI-3: ${JSON.stringify(text)} is refused in plain words, with line and column`, () => {
    const file = fileAt('.claude/settings.json');
    const result = editJsonSettings(text, { ...file, undoRecord: undefined });
    assert.ok(isRefusal(result) && result.message.startsWith(`is not JSON: ${at}`), String(result));
  });
}

for (const text of ['', '\n', ' \n\n', '\uFEFF\n'])
  test(`INI-2: a file of white space, ${JSON.stringify(text)}, counts as empty, and undo gives it back`, () => {
    const file = fileAt('.mcp.json');
    const made = install(file, text);
    assert.equal(Object.keys(parse(made.text)), ['mcpServers']);
    assert.is(install(file, made.text, made.undoRecord).text, made.text);
    assert.is(undo(file, made.text, made.undoRecord).text, text);
    assert.is(undo(file, text).text, text);
  });

test('INI-3: refused: an MCP server named coord that is not ours', () => {
  const text = '{"mcpServers": {"coord": {"command": "other"}}}';
  const result = editJsonSettings(text, { ...fileAt('.mcp.json'), undoRecord: undefined });
  assert.match(isRefusal(result) ? result.message : '', '/mcpServers/coord is there already');
  assert.is(undo(fileAt('.mcp.json'), text).text, text);
});

function parse(text: string | undefined): Record<string, Json> {
  return JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
}

/** The groups of every event in one order, so that only their content is compared. */
function parseAll(text: string | undefined): string {
  const hooks = Object.entries(parse(text)['hooks'] ?? {});
  return JSON.stringify(
    hooks.map(([event, groups]) => [
      event,
      groups.map((group: Json) => JSON.stringify(group)).sort(),
    ]),
  );
}

function hooksOf(settings: Record<string, Json>, event: string): Json {
  const groups = (settings['hooks'] as Record<string, { hooks: Json[] }[]>)[event];
  return groups?.[0]?.hooks[0] ?? null;
}

test.run();
