import { decided } from '../labelled.ts';

export const craft = [
  decided(
    'result-type',
    'Expected failures are returned as values, exceptions are for bugs',
    'Callers forgot catch blocks and a declined card became a 500.',
    ['throw or return?', 'error handling style'],
  ),
  decided(
    'modular-monolith',
    'Stay a modular monolith; split out only what must scale alone',
    'Nine services for four developers meant nine pipelines and distributed bugs.',
    ['microservices', 'should I make a separate deployable for this component'],
  ),
  decided(
    'hexagonal',
    'Domain code imports no framework; adapters sit outside',
    'Moving from Express to Fastify touched 300 files.',
    ['clean architecture layers', 'may business logic depend on the web library'],
  ),
  decided(
    'strangler',
    'The old ERP is replaced route by route behind a proxy',
    'The big rewrite was cancelled twice.',
    ['legacy migration strategy', 'how do we modernise without a big bang'],
  ),
  decided(
    'immutable',
    'Domain objects are immutable',
    'A shared list was sorted in place by a report.',
    ['can I mutate an entity'],
  ),
  decided(
    'actor-per-account',
    'One actor per account handles its commands in order',
    'Locks in random order deadlocked under load.',
    ['concurrency model for balance updates', 'race conditions between parallel transfers'],
  ),
  decided(
    'event-sourcing-limited',
    'Event sourcing only for the ledger, plain tables elsewhere',
    'Rebuilding profile pages from events gained nothing and every change needed an upcaster.',
    [
      'CQRS everywhere?',
      ['storing every state transition instead of the current value', { 'ledger-double': 1 }],
    ],
  ),
  decided(
    'plugin-sandbox',
    "Customers' plugins run as WebAssembly with fuel and no network",
    'A user script in an endless loop stopped the shared node.',
    ['running untrusted third-party code'],
  ),
  decided(
    'config-typed',
    'Configuration is parsed once at start into a typed object and bad values stop the process',
    'A typo in a variable name meant an infinite timeout for a month.',
    ['reading environment variables', 'misconfigured deploy should crash early'],
  ),
  decided(
    'no-singletons',
    'Dependencies are passed in; no global singletons',
    'Tests ran in one order only.',
    ['dependency injection', 'module-level mutable state'],
  ),
  decided(
    'deprecate-90',
    'Deprecated functions log a warning for 90 days before they go',
    "A silent removal broke a partner's Christmas.",
    ['sunsetting old functionality'],
  ),
  decided(
    'todo-ticket',
    'A TODO without a ticket number fails the linter',
    'There were 1,400 of them, the oldest from 2011.',
    ['leaving notes about unfinished work in the source'],
  ),
];
