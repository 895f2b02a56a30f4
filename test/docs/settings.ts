/** One environment variable of the product. */
export interface Setting {
  readonly name: string;
  readonly meaning: string;
}

export interface SettingGroup {
  readonly title: string;
  readonly text?: string;
  readonly settings: readonly Setting[];
}

/** Every environment variable that coord reads. `reference.test.ts` finds one in the code that is not here. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Everywhere',
    settings: [
      {
        name: 'COORD_HOME',
        meaning:
          'The folder of all of coord’s state. Default: the platform’s state directory (`XDG_STATE_HOME` or `~/.local/state`, `~/Library/Application Support`, `LOCALAPPDATA`), in it `coord`.',
      },
    ],
  },
  {
    title: 'The command and the daemon',
    settings: [
      {
        name: 'COORD_RELAY',
        meaning: 'The address of the relay, where no option names one. Default: the latest login.',
      },
      {
        name: 'COORD_KEY',
        meaning: 'The API key, where no option names one. Default: that of the login.',
      },
      {
        name: 'COORD_WATCH',
        meaning:
          'What tells the daemon of changes that no hook reports: `native`, the system, or `poll`, looking at the files every second. Default: the daemon finds out whether the file system tells of changes.',
      },
      {
        name: 'COORD_MICROPHONE',
        meaning:
          'What `coord meeting record` records from, as ffmpeg or sox calls it, such as `alsa:hw:1`. Default: the microphone of the system.',
      },
    ],
  },
  {
    title: 'Durations',
    text: 'Whole numbers of milliseconds, read by the relay and by a daemon with an embedded relay.',
    settings: [
      {
        name: 'COORD_RESERVATION_TTL_MS',
        meaning: 'How long a reservation lasts after the last edit. Default: ten minutes.',
      },
      {
        name: 'COORD_SESSION_TTL_MS',
        meaning: 'After how long a silence a session expires. Default: five minutes.',
      },
      {
        name: 'COORD_NEGOTIATION_DEADLINE_MS',
        meaning: 'How long a negotiation waits for an answer. Default: five minutes.',
      },
      {
        name: 'COORD_RECEIPT_TTL_MS',
        meaning: 'How long a receipt of the gate is good. Default: an hour.',
      },
    ],
  },
  {
    title: 'Connections',
    text: 'Read by the relay.',
    settings: [
      {
        name: 'COORD_CONNECTIONS_PER_ADDRESS',
        meaning:
          'How many connections one address may have. Raise it where a proxy stands in front of the relay and more than a thousand agents come through it. Default: 4,096.',
      },
    ],
  },
  {
    title: 'Request limits',
    text: 'Read by the relay and by a daemon with an embedded relay.',
    settings: [
      {
        name: 'COORD_DEFAULT_TIER',
        meaning:
          'The tier of new workspaces, and of users who are in none: `free`, `pro`, `team` or `unlimited`. `coord relay tier` changes it for one workspace. Default: `team`.',
      },
    ],
  },
  {
    title: 'Sign-in through an identity provider',
    text: 'Read by the relay, for `POST /auth/exchange`. All of the first three, or none.',
    settings: [
      { name: 'COORD_IDENTITY_ISSUER', meaning: 'Who issues the tokens.' },
      { name: 'COORD_IDENTITY_AUDIENCE', meaning: 'For whom the tokens are.' },
      {
        name: 'COORD_IDENTITY_JWKS',
        meaning:
          'The keys, as a JSON Web Key Set: an http or https address, or a file. The relay does not start where the file cannot be read.',
      },
      {
        name: 'COORD_IDENTITY_ALGORITHMS',
        meaning:
          'The signature algorithms that are taken, with commas between; none that go by a shared secret. Default: `RS256`.',
      },
    ],
  },
  {
    title: 'Search',
    text:
      'What turns text into vectors. Without these settings it is `builtin-concepts-3`: a curated lexicon of software ' +
      'engineering, counts of the words in 9,200 sentences written for it, word stems and character n-grams; no model ' +
      'weights, no network, not a language model. Another embedder makes the relay embed everything again, in the ' +
      'background; vectors of different embedders never mix.',
    settings: [
      {
        name: 'COORD_EMBEDDING_URL',
        meaning:
          'The base address of a model server: OpenAI, Voyage, Ollama, anything OpenAI-compatible.',
      },
      {
        name: 'COORD_EMBEDDING_MODEL',
        meaning:
          'The server’s model, or `onnx:<model>` for one on this machine (after `npm install @huggingface/transformers`).',
      },
      { name: 'COORD_EMBEDDING_KEY', meaning: 'The server’s key, if it wants one.' },
    ],
  },
  {
    title: 'Language model',
    text:
      'Answers questions, proposes decisions out of traces and reads meetings. Without one, questions are answered by ' +
      'passages, nothing is proposed, and meetings are read by the built-in reader. A daemon whose relay has none can use the agent client of its ' +
      'user for all of this: it reads the meetings that are ingested through the daemon, answers what is asked (`ask`) and proposes decisions out ' +
      'of the traces that agents push. It runs without tools, in an empty folder, and spends the user’s tokens.',
    settings: [
      {
        name: 'COORD_LLM_PROVIDER',
        meaning:
          'At a relay `anthropic` or `openai-compatible`. At a daemon also `claude-code`, `codex`, `gemini` or `opencode`: the client of its user; `none` asks no client, whatever `coord init` was answered.',
      },
      {
        name: 'COORD_LLM_MODEL',
        meaning: 'The model. A client chooses one itself where none is named.',
      },
      { name: 'COORD_LLM_KEY', meaning: 'The key; `anthropic` needs one.' },
      { name: 'COORD_LLM_URL', meaning: 'The base address; `openai-compatible` needs one.' },
    ],
  },
  {
    title: 'Speech model',
    text:
      'Writes down the audio of meetings: a command of this machine, or a model at a server. Without one a meeting takes only text. ' +
      'Where ffmpeg is on the PATH it decodes what browsers send; without it a command is given only WAV.',
    settings: [
      {
        name: 'COORD_SPEECH_COMMAND',
        meaning:
          'A command that reads a WAV file (16 kHz, 16 bits, one channel) and prints what is said in it, such as `pocketsphinx_continuous -infile {} -logfn /dev/null`. ' +
          '`{}` stands for the file, which comes last where it is left out. Words with spaces between, where quotes hold spaces together and a backslash is a backslash, or a JSON array; no shell reads it.',
      },
      { name: 'COORD_SPEECH_MODEL', meaning: 'The model.' },
      {
        name: 'COORD_SPEECH_URL',
        meaning:
          'A server with OpenAI’s `/audio/transcriptions`, such as a local Whisper. Default: OpenAI itself.',
      },
      { name: 'COORD_SPEECH_KEY', meaning: 'The key; needed where there is no address.' },
    ],
  },
];

/** What only tests and measurements read. */
export const testSettings: readonly Setting[] = [
  {
    name: 'COORD_TEST_POSTGRES',
    meaning: 'A throw-away PostgreSQL server (`postgres://...`); the tests run on it too.',
  },
  {
    name: 'COORD_TEST_DATABASE',
    meaning: 'The only kind of database that the tests run on: `sqlite` or `postgres`.',
  },
  {
    name: 'COORD_TEST_CHROMIUM',
    meaning: 'The Chromium of the dashboard’s tests; without any they are skipped.',
  },
  {
    name: 'COORD_WATCH_REPOSITORIES',
    meaning: 'How many repositories the test of `coord watch` makes up.',
  },
  { name: 'COORD_WATCH_SEED', meaning: 'The seed of those repositories.' },
  { name: 'COORD_WATCH_KEEP', meaning: 'Keeps a repository in which that test failed.' },
  { name: 'COORD_WATCH_ROUNDS', meaning: 'How often the race of `coord watch` is run.' },
  { name: 'COORD_LINES_EDITS', meaning: 'How many edits the oracle of touching lines makes up.' },
  { name: 'COORD_LINES_SEED', meaning: 'The seed of those edits.' },
  {
    name: 'COORD_CHANGES_EDITS',
    meaning: 'How many edits the oracle of whole decisions makes up.',
  },
  { name: 'COORD_CHANGES_SEED', meaning: 'The seed of those edits.' },
  { name: 'COORD_MODEL_RUNS', meaning: 'How many histories the model of negotiations makes up.' },
  {
    name: 'COORD_CLIENTS_FOLDER',
    meaning: 'Where `npm run test:clients` installs the real clients.',
  },
  { name: 'COORD_CLAUDE_CODE', meaning: 'The Claude Code that `npm run test:clients` runs.' },
  { name: 'COORD_CODEX', meaning: 'The same for Codex.' },
  { name: 'COORD_GEMINI', meaning: 'The same for Gemini CLI.' },
  { name: 'COORD_COMMAND', meaning: 'The `coord` that `npm run test:clients` runs.' },
  {
    name: 'COORD_UPDATE_FIXTURES',
    meaning: 'Writes the payloads that `npm run test:clients` saw to its fixtures.',
  },
];
