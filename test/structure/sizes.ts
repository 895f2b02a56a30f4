/** From these on a file and a folder are read with the question whether they are one thing. */
export const longFileLines = 250;
export const fullFolderFiles = 20;

/** What is larger than that, has been read and stays whole, with the reason. */
export const keptWhole: Readonly<Record<string, string>> = {
  'cli/init/file-changes.ts':
    'writing files and taking back what was written before a failure are one promise (INI-3)',
  'daemon/index/parser/meaning/meaning-hasher.ts':
    'all visitors share one running hash and one recursion, on the path of every file',
  'daemon/knowledge/symbol-publisher.ts':
    'one queue: what is sent, what waits for the relay and what is tried again must be seen together (SYM-7)',
  'daemon/relay-connection/relay-connection.ts':
    'one state machine of link, access and identity, whose transitions must be seen together',
  'daemon/replica/replica.ts': 'what a check may ask of the replica, as many short questions',
  'daemon/replica/store.ts':
    'the tables of the daemon with their statements: SQL stands in stores only',
  'relay/search/search-index.ts':
    'one class: what is written into the index and what is asked of it',
  'relay/search/store.ts':
    'the tables of the search index with their statements: SQL stands in stores only',
  'shared/decisions/contract.ts': 'schemas and operations of decisions, without code',
};
