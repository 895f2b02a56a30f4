/** How the code is written, checked, arranged and described. */
export const engineering = `
error-handling ~ fault-tolerance error-format logging
error handling, error, errors, exception, exceptions, throw, throws, thrown, throwing, try catch, catch, caught, result type, neverthrow, either, errors as values, typed errors, error classes, custom error, error types, error subclass, swallow errors, swallowed, rethrow, error cause, error middleware, global error handler, unexpected errors, expected failures, handle failure, handle failures, functions report failure, report failure, how failures are signalled, signal failure, when something goes wrong in code, refuse, refusal, refusals, wrap errors, panic, problem, problems, go wrong, error propagation, deal with failure

assertion < error-handling ~ types
invariant, invariants, assert, assertion, assertions, preconditions, precondition, postcondition, never happens, unreachable, exhaustive, exhaustiveness, fail loudly, crash early, fail early, programming mistake, bug, bugs, should never happen, impossible case, let it crash, defensive, forgotten case

input-validation ~ types form-validation sql-injection
validation, validate, validated, validates, validator, validators, zod, yup, joi, ajv, valibot, typebox, io ts, class validator, json schema, runtime validation, runtime checks, parse at the boundary, parse dont validate, parse at the edge, schema validation, input validation, check input, checking input, untrusted data, malformed, malformed data, malformed request, invalid input, invalid data, bad input, wrong data comes in, garbage in, nonsense input, what comes in, incoming data, data from outside, reject bad, trust input, trust what they send, correct shape, unexpected fields, strict parsing, at the edge, wrong shape, check request bodies, verify incoming

types =0.9 ~ input-validation lint
types, type, typescript, typed, type safety, type safe, static typing, strict mode, tsconfig, any type, no any, unknown type, generics, branded types, branded, nominal types, discriminated union, tagged union, type guard, type inference, type checker, tsc, flow type, jsdoc types, mypy, type hints, compile time, compiler, caught by the compiler, mix up ids, confuse two ids, wrong kind of value, mistakes before running, interfaces, type definitions, d.ts, noimplicitany, as const

codegen < build-tool ~ types api-docs
code generation, codegen, generated code, generate code, generate types, graphql codegen, openapi typescript, type generation, scaffolding, scaffold, plop, generator script, boilerplate, written by a program, not written by hand, derive types, types from the schema, types from the database, keep types in step, same types on both sides, shared types, frontend and backend agree, types match, single source of truth

null-handling < types
null, undefined, nullable, optional, option type, maybe type, optional chaining, nullish, strict null checks, missing values, missing value, absent, not there, empty value, empty values, none, unset, nothing there, value is missing, cannot read properties of undefined, noUncheckedIndexedAccess, blank values, not filled

immutability < code-style ~ frontend-state functional
immutable, immutability, readonly, read only types, freeze, object freeze, immer, mutate, mutation of data, mutable, no mutation, copy on write, persistent data structures, side effects, changed by accident, modified in place, cannot be changed, unchangeable, must not be altered, never modified, data changes under us

functional < code-style
functional programming, pure function, pure functions, pure, side effect free, functional core, imperative shell, effect ts, fp ts, composition, higher order, currying, no side effects, map filter reduce, monad, decide then do, rules without io, logic separate from io, separate calculation, object oriented, classes, class, inheritance, oop, classes or functions, composition over inheritance

code-style =0.9 ~ lint naming
code style, coding style, coding standard, coding standards, style guide, prettier, formatting, formatter, format, format on save, formatted, tabs, spaces, indentation, line length, semicolons, quotes, single quotes, biome, dprint, editorconfig, what code should look like, how code looks, code looks, look of the code, tidy code, arguments about style, curly braces, tabs or spaces, black formatter, gofmt, uniform code, trailing commas, arguing about commas

lint < code-style ~ ci-pipeline
lint, linter, linting, eslint, oxlint, biome, stylelint, static analysis, sonarqube, lint rule, lint rules, rule set, custom lint, warnings, code smells, husky, lint staged, pre commit, precommit hook, git hooks, pre commit hook, automatic code checks, forbidden patterns, banned functions, find mistakes automatically, catch mistakes, before committing, complexity limit, unused code, knip, dead code

naming < code-style
naming, naming convention, names, name, named, rename, camelcase, snake case, kebab case, pascal case, ubiquitous language, glossary, terminology, abbreviations, prefix, suffix, variable names, file names, file naming, what to call, how we call things, called, words we use, domain language, vocabulary, spelled out, capital letters, same word for the same thing, title case

comments-in-code < documentation ~ code-style
code comments, comments, comment, jsdoc, tsdoc, docstring, docstrings, doc comment, typedoc, inline comments, explain code, explain why, comments say why, describe functions, self documenting, notes in the code, document functions, remarks in the source

documentation =0.9
documentation, docs, document?, documented, readme, wiki, confluence, notion, handbook, guide, guides, manual, knowledge base, write down, written down, mdbook, docs as code, docs site, how to find out, explained, explanation, instructions, where is it described, where do we write, new people read, how do newcomers learn, diagrams, mermaid, c4 model, look it up

decision-record < documentation ~ architecture
adr, adrs, architecture decision record, decision record, decision log, rfc, rfcs, design doc, design docs, design document, proposal, proposals, technical proposal, why we chose, why did we, reasons for, record decisions, how decisions are made, decide, decided, decision, who decides, agreement, reasoning, remember why, rationale, past choices, big choices, make big changes, disagree about technology

architecture =0.8
architecture, software architecture, structure, system design, layers, layered, layering, hexagonal, hexagonal architecture, ports and adapters, clean architecture, onion architecture, domain driven design, ddd, vertical slice, vertical slices, separation of concerns, mvc, business logic, business rules, domain logic, where logic lives, how the code is organised, how the code is organized, overall shape, design patterns, coupling, decoupled, decoupling, loosely coupled, cohesion, boundaries, big picture, depend on each other, framework independent, core logic

modular-monolith < architecture ~ microservices monorepo
modular monolith, monolith, monolithic, one application, one deployable, single deployable, module boundaries, modulith, one big program, one big application, keep together, single codebase deploy, majestic monolith, not split, in one process, all in one, single program

modules < architecture ~ build-tool
modules, module, esm, es modules, commonjs, cjs, require, import statement, imports, exports, barrel, barrel file, barrel files, index files, circular dependency, circular imports, import cycles, dependency cruiser, path alias, import alias, import path, relative imports, public interface of a module, default export, named exports, folder structure, project structure, directory structure, feature folders, where does code go, where files belong, how folders are arranged, folders by feature, layout of the project, source tree, which code may use which, where to put new code, files that need each other

dependency-injection < architecture ~ testing mock
dependency injection, di, ioc, inversion of control, inversify, tsyringe, awilix, container di, inject dependencies, constructor injection, composition root, service locator, wiring, wire up, wired, passed in, pass dependencies, pass as argument, factory functions, factory, singletons, singleton, parts get what they need, how parts are connected, replaceable parts, globals, global variables, objects get their collaborators, swap implementations, exchange parts

monorepo < build-tool ~ modules
monorepo, mono repo, nx, turborepo, lerna, pnpm workspaces, npm workspaces, yarn workspaces, workspaces packages, polyrepo, multi repo, one repository, single repository, several repositories, many repositories, bazel, rush, shared packages, code shared between projects, share code between projects, share code, shared code, all projects in one place, internal packages, repos, same repository, code used by several apps, reuse between apps

dependency =0.9 < build-tool ~ dependency-security licence
dependency, dependencies, package, packages, npm, npm package, library, libraries, yarn, pnpm, package manager, package json, lockfile, lock file, lockfiles, node modules, renovate, dependabot, update dependencies, updating libraries, upgrade libraries, version ranges, pinned versions, pin versions, pinning, exact versions, peer dependency, vendoring, third party code, third party packages, other peoples code, foreign code, outside code, add a library, new library, adding a library, write it ourselves, build or buy, ready made, left pad, bun, corepack, libraries out of date, keep libraries current, keep up with new versions, take a library or write it

licence < dependency
licence, license, licenses, licences, gpl, agpl, mit license, apache 2, copyleft, bsl, open source license, license check, licence check, fossa, attribution notice, legal to use, allowed to use this code, copyright, open source, lawyers about code, commercial use, spdx, free software, may we use this library

build-tool =0.8
build, builds, building, compile, compiled, compilation, transpile, transpiler, babel, swc, tsup, makefile, make, gulp, gradle, maven, cmake, build step, build script, task runner, artifact, artifacts, toolchain, tooling, compiler target, bazel build, out dir, turn source into, source code becomes

source-maps < build-tool ~ error-tracking
source map, source maps, sourcemap, sourcemaps, stack trace mapping, unminified, readable stack, hidden source maps, symbolication, minified code unreadable, original line numbers, debug symbols, debugging production code, original source

runtime-version < build-tool ~ dependency
node version, nvm, volta, asdf, mise, node 20, node 22, lts, long term support, engines field, runtime version, python version, bun, deno, upgrade node, language version, same version on all machines, nodejs version, which version of node, runtime, everyone uses the same version, tool versions

dev-setup ~ environment container documentation
local development, dev setup, development environment, devcontainer, dev container, docker compose dev, make setup, local setup, run locally, run it locally, on my machine, works on my machine, on a laptop, new developer, new developers, new hire, new colleague, first day, starts working, start working, hot reload, hmr, watch mode, tilt, skaffold, codespaces, gitpod, nix, developer experience, dx, getting the project running, set up their computer, install everything, bootstrap script, onboard engineers, up and running

version-control ~ code-review
git, github, gitlab, bitbucket, branch, branches, branching, trunk based, trunk, gitflow, main branch, feature branch, short lived branches, long lived branches, merge, merges, rebase, rebasing, squash, squash merge, merge commit, linear history, force push, git tags, commit, commits, committed, cherry pick, worktree, submodule, git lfs, large binaries in git, version control, protected branch, work on the same code, save code changes, how changes come together, combine work of developers, source control, mercurial, bring work together, clean history

code-review < version-control ~ ci-pipeline
code review, review, reviews, reviewer, reviewers, pull request, pull requests, pr, prs, merge request, approve, approval, approvals, approved, codeowners, code owners, four eyes, second pair of eyes, pair programming, pairing, mob programming, small pull requests, stacked prs, look over the code, somebody looks at, looks at my code, checked by a colleague, sign off, nitpick, review time, who must agree, who approves, somebody else reads it, pr template, own work merged alone

ownership ~ code-review team
ownership, owner, owners, owns, owned by, codeowners, maintainers, maintainer, responsible, responsibility, who is responsible, who takes care, in charge of, team ownership, service owner, service catalog, backstage, whom to ask, who to ask, belongs to, whose code, accountable, steward, who looks after

team =0.5
team, teams, developer, developers, engineer, engineers, colleague, colleagues, coworker, squad, people in the team, programmers, programmer, staff engineer, we work, company

planning ~ team
sprint, scrum, kanban, agile, backlog, story points, estimation, estimate, estimates, jira, linear, ticket, tickets, issue tracker, roadmap, standup, planning, iteration, milestone, wip limit, definition of done, done means, when is it done, meetings, tasks, todo, work in progress, bug triage, triage, technical debt, tech debt, time for cleaning up, refactoring time, what to do next, who works on what

cleanup ~ deprecation lint
refactor, refactoring, refactors, restructure, rewrite, rewriting, technical debt, tech debt, legacy code, strangler, strangler fig, clean up code, simplify, remove unused, delete code, tidy up, old mess, messy, spaghetti, improve old code, replace the old system, replacing the old, bit by bit replace, start over, from scratch, incremental replacement, codemod, codemods, jscodeshift, mass change of code, old system

testing =0.7
testing, test, tests, tested, test suite, automated tests, test strategy, test pyramid, jest, vitest, mocha, uvu, ava, node test, pytest, junit, rspec, tdd, test driven, test runner, quality assurance, qa, how do we know it works, make sure it works, check that it works, regression, regressions, verify behaviour, what do we test, bdd, gherkin, check the code, still works after

unit-test < testing ~ mock
unit test, unit tests, unit testing, test in isolation, pure tests, small tests, fast tests, test one function, single function, test cases, table driven, parameterised tests, given when then, arrange act assert, isolated test, test each part

integration-test < testing ~ test-container
integration test, integration tests, integration testing, real database in tests, tests with a real database, testcontainers, supertest, api tests, test the parts together, parts work together, work together properly, http level tests, component tests, test against real, through the api, in process server, wider tests, together with the database

test-container < integration-test ~ container database
testcontainers, throwaway database, database for tests, test database, database in tests, template database, transaction per test, truncate between tests, clean database, tests share a database, in memory database, docker in tests, localstack, reset between tests, tests interfere, leftover rows, own database per test

end-to-end-test < testing ~ browser
end to end, end to end tests, e2e, e2e tests, playwright, cypress, selenium, puppeteer, webdriver, browser tests, browser test, browser automation, ui tests, click through, clicks through, clicking through, simulate a user, user journey, user journeys, smoke test, smoke tests, acceptance test, page objects, detox, appium, whole application tested, like a real user, robot clicks, critical paths tested, maestro

mock < testing ~ dependency-injection
mock, mocks, mocking, mocked, stub, stubs, stubbed, fake, fakes, test double, test doubles, spy, sinon, msw, mock service worker, nock, wiremock, in memory fake, fake implementation, fake server, pretend, replace in tests, stand in, without calling the real, real service in tests, recorded responses, vcr, polly js, external services in tests, without the network, imitate, simulated service, not hit the real

test-data < testing ~ seed-data
test data, fixture, fixtures, factory bot, factories, test factory, faker, object mother, builder pattern tests, test builders, sample records, sample objects, test objects, made up data, realistic data, anonymised production data, example records for tests, fishery, create records in tests, data for tests, invented customers

snapshot-test < testing ~ visual-test
snapshot test, snapshot tests, snapshot testing, golden file, golden files, golden master, approval tests, characterization test, inline snapshots, compare output, expected output files, update snapshots, recorded output, output compared with saved, stored expectation

visual-test < testing ~ design-system
visual regression, visual test, visual tests, percy, chromatic, screenshot test, screenshot, screenshots, screenshot comparison, pixel diff, pixels, layout broke, looks broken, looks different after, design broke, unintended visual change, changed appearance, notice that a page looks wrong, applitools, image comparison

property-test < testing ~ fuzzing
property based, property based testing, property test, property tests, fast check, quickcheck, hypothesis library, generated inputs, random inputs, shrinking, model based testing, invariants tested, many random cases, inputs nobody thought of, cases nobody thought of, unusual inputs, edge cases, edge case, strange cases, corner cases

fuzzing < testing ~ property-test security
fuzz, fuzzing, fuzzer, fuzz test, oss fuzz, afl, libfuzzer, random bytes input, hostile input, crash inputs, malformed inputs, jazzer, mutated inputs, throw garbage at

flaky-test < testing ~ ci-pipeline
flaky, flaky test, flaky tests, flakiness, nondeterministic, non deterministic, intermittent, intermittently, sometimes fail, sometimes fails, fail randomly, fails randomly, randomly red, random failures, pass on the second run, test quarantine, rerun tests, timing dependent, sleep in tests, sometimes red, sometimes green, unreliable tests, passes and fails, green again when repeated, fixed clock, red for no reason

test-coverage < testing ~ ci-pipeline
coverage, code coverage, test coverage, coverage threshold, istanbul, nyc, c8, codecov, coveralls, mutation testing, stryker, untested, untested code, how much is tested, lines tested, percent covered, enough tests, which parts lack tests, how thorough, number of tests, lines executed

debugging ~ logging profiling
debug, debugging, debugger, breakpoint, breakpoints?, reproduce, reproduce a bug, inspector, remote debugging, troubleshoot, troubleshooting, diagnose, diagnosis, find the cause, figure out why, hunting bugs, core dump, repl, bisect, git bisect, find out what went wrong, strange behaviour, step through

plugin ~ modules api
plugin, plugins, plug in, plugin system, extension point, extension points, extensible, extensibility, hooks api, middleware, middlewares, addons, extend, extended by others, customise, customize, customisation, third parties can extend, add their own, marketplace apps, own additions, interceptors, scripts by customers

background-ui =0.7 < frontend ~ process
web worker, web workers, worker thread in browser, comlink, off main thread, main thread, ui freezes, freeze, freezes, page freezes, interface freezes, browser hangs, blocks the ui, requestidlecallback, heavy work in the browser, unresponsive page, wasm, webassembly, screen is frozen, page does not react

compression < performance ~ http-header
compression, compress, compressed, gzip, brotli, zstd, deflate, zip, zipped, smaller responses, shrink, smaller files, payload compression, squeeze, make it smaller, less bandwidth, reduce size, take less space, data volume

debounce < frontend ~ rate-limit performance
debounce, debounced, debouncing, throttle, throttled, wait until they stop typing, stop typing, every keystroke, on each keystroke, too many events, scroll events, resize events, request per letter, lodash debounce, requests while typing, fires too often, each letter, quiet period

algorithm =0.7 ~ performance
algorithm, algorithms, complexity, big o, data structure, data structures, hash table, bloom filter, trie, binary search, heap structure, linked list, set lookup, graph algorithm, dijkstra, sorting algorithm, quadratic, linear time, nested loops, dynamic programming, bitmap, skip list, ring buffer, priority heap

text-encoding ~ internationalisation
unicode, utf8, utf 8, utf8mb4, encoding, character encoding, charset, emoji, emojis, normalisation form, nfc, nfkc, latin1, bom, mojibake, escape sequences, base64, base64url, url encoding, percent encoding, special characters, strange characters, broken characters, umlauts, question marks instead of letters, accented letters, garbled, line endings, crlf, foreign letters

regular-expression ~ parser input-validation
regex, regexp, regular expression, regular expressions, redos, catastrophic backtracking, re2, pattern matching, glob, globs, picomatch, minimatch, wildcard, wildcards, text pattern, search pattern

parser ~ codegen
parser, parsing, parse, ast, abstract syntax tree, grammar, lexer, tokenizer, peggy, antlr, tree sitter, babel parser, ts morph, dsl, domain specific language, expression language, interpreter, formula, formulas, syntax, rules written by users, user written formulas, own little language, query language, template language

rules-engine ~ config workflow
rules engine, rule engine, business rules, decision table, decision tables, json logic, drools, conditions, configurable rules, if this then that, rules changed by staff, price rules, eligibility, automation, automations, triggers, trigger, automatic actions, policy engine, when this happens do that, no code, low code

embedded-device ~ mobile network
iot, devices, device, firmware, embedded, sensor, mqtt, raspberry pi, arduino, esp32, microcontroller, over the air firmware, edge device, serial port, bluetooth, ble, hardware, gateway device, smart home, machines in the field, connected things

payload-size =0.8 < performance ~ compression graphql
payload, response size, response payload, large responses, big answers, sparse fieldsets, field selection, partial response, fields parameter, too much data, send less, only needed fields, huge answers, slim responses, trim responses, mobile data

request-batching =0.7 < performance ~ n-plus-one caching
deduplicate requests, request deduplication, request batching, batch requests, combine requests, fewer requests, fewer calls, waterfall, request waterfall, sequential requests, parallel fetch, calls per page, many calls to show one page, one call instead, merge requests, dataloader

game ~ real-time
game, games, multiplayer game, tick rate, game loop, physics, unity, unreal, godot, leaderboard, leaderboards, high score, matchmaking, players, player, entity component system, netcode, frame rate, fps, scores, levels?, three js, webgl, webgpu, canvas, 3d

blockchain ~ public-key ledger
blockchain, ethereum, smart contract, smart contracts, solidity, bitcoin, web3, wallet connect, nft, gas fees, merkle tree, merkle, on chain, metamask, crypto currency, cryptocurrency, decentralised, decentralized
`;
