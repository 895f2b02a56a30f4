import type { Compiler } from './compiler.ts';
import { maxDocLength, maxSignatureLength } from './facts.ts';
import type { HashState } from './meaning-digest.ts';
import type { MeaningHasher } from './meaning-hasher.ts';
import type { ts } from './parsed-file.ts';
import { withoutWrapping } from './syntax.ts';

/** What callers and users of a symbol depend on, without bodies, initialisers and default values. */
export interface SignatureReader {
  begin(source: ts.SourceFile): void;
  /** The text is one line and bounded; the state goes on from an earlier declaration's of the same name. */
  read(declaration: ts.Node, earlier: HashState | undefined): { text: string; state: HashState };
  /** The doc comment right before a declaration, without its frame; bounded. */
  docOf(node: ts.Node): string;
}

export function createSignatureReader(compiler: Compiler, hasher: MeaningHasher): SignatureReader {
  const { SyntaxKind } = compiler;
  const scanner = compiler.createScanner(compiler.ScriptTarget.Latest, true);
  let source: ts.SourceFile;
  let text = '';

  function read(declaration: ts.Node, earlier: HashState | undefined) {
    hasher.resume(earlier);
    text = '';
    writeDeclaration(declaration);
    return { text: bounded(text, maxSignatureLength), state: hasher.state() };
  }

  /** Fixed text, or a node whose source is shown. */
  function write(piece: string | ts.Node): void {
    if (typeof piece === 'string') hasher.feedText(piece);
    else hasher.feed(piece);
    if (text.length <= maxSignatureLength)
      text += typeof piece === 'string' ? piece : textOf(piece);
  }

  function writeDeclaration(node: ts.Node): void {
    if (compiler.isFunctionDeclaration(node)) writeFunction(node.name?.text, node);
    else if (compiler.isClassDeclaration(node)) writeClass(node.name?.text, node);
    else if (compiler.isInterfaceDeclaration(node)) writeInterface(node);
    else if (compiler.isEnumDeclaration(node)) writeEnum(node);
    else if (compiler.isExportAssignment(node)) writeValue(undefined, node.expression);
    else if (compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name)) {
      writeValue(node.name.text, node.initializer);
      writeOptional(' as ', node.type);
    }
  }

  function writeValue(name: string | undefined, value: ts.Expression | undefined): void {
    const inner = withoutWrapping(compiler, value);
    if (inner === undefined) return;
    if (compiler.isClassExpression(inner)) writeClass(name, inner);
    else if (compiler.isArrowFunction(inner) || compiler.isFunctionExpression(inner))
      writeFunction(name, inner);
  }

  function writeFunction(name: string | undefined, node: ts.FunctionLikeDeclaration): void {
    const isAsync = hasModifier(node, SyntaxKind.AsyncKeyword);
    const star = node.asteriskToken === undefined ? '' : '*';
    write(`${isAsync ? 'async ' : ''}function${star} ${name ?? 'default'}`);
    writeCall(node);
  }

  function writeCall(node: ts.SignatureDeclaration): void {
    writeList('<', node.typeParameters, '>');
    write('(');
    node.parameters.forEach((parameter, at) => {
      if (at > 0) write(', ');
      writeParameter(parameter);
    });
    write(')');
    writeOptional(': ', node.type);
  }

  function writeParameter(parameter: ts.ParameterDeclaration): void {
    const { name, type, initializer, questionToken, dotDotDotToken } = parameter;
    if (dotDotDotToken !== undefined) write('...');
    write(namesIn(name));
    if (questionToken !== undefined) write('?');
    writeOptional(': ', type);
    if (initializer !== undefined) write(' = …');
  }

  /** The names that a pattern takes, without its defaults. */
  function namesIn(name: ts.BindingName): string {
    if (compiler.isIdentifier(name)) return name.text;
    const taken = name.elements.map((element) => {
      if (!compiler.isBindingElement(element)) return '';
      const { propertyName, dotDotDotToken } = element;
      if (propertyName && compiler.isIdentifier(propertyName)) return propertyName.text;
      const rest = dotDotDotToken === undefined ? '' : '...';
      return rest + (compiler.isIdentifier(element.name) ? element.name.text : '…');
    });
    const names = taken.join(', ');
    return compiler.isObjectBindingPattern(name) ? `{ ${names} }` : `[${names}]`;
  }

  function writeClass(name: string | undefined, node: ts.ClassLikeDeclaration): void {
    const isAbstract = hasModifier(node, SyntaxKind.AbstractKeyword);
    write(`${isAbstract ? 'abstract ' : ''}class ${name ?? 'default'}`);
    writeList('<', node.typeParameters, '>');
    writeHeritage(node);
    writeMembers(node.members.filter(isShown), writeClassMember);
  }

  function writeHeritage(node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration): void {
    for (const { token, types } of node.heritageClauses ?? [])
      writeList(token === SyntaxKind.ExtendsKeyword ? ' extends ' : ' implements ', types, '');
  }

  function writeMembers<N extends ts.Node>(
    members: readonly N[],
    writeMember: (member: N) => void,
  ): void {
    write(members.length === 0 ? ' {}' : ' { ');
    members.forEach((member, at) => {
      if (at > 0) write('; ');
      writeMember(member);
    });
    if (members.length > 0) write(' }');
  }

  function isShown(member: ts.ClassElement): boolean {
    if (hasModifier(member, SyntaxKind.PrivateKeyword)) return false;
    if (compiler.isConstructorDeclaration(member)) return true;
    return member.name !== undefined && !compiler.isPrivateIdentifier(member.name);
  }

  function writeClassMember(member: ts.ClassElement): void {
    for (const [kind, word] of memberModifiers) if (hasModifier(member, kind)) write(word);
    if (compiler.isConstructorDeclaration(member)) write('constructor');
    if (compiler.isGetAccessor(member)) write('get ');
    if (compiler.isSetAccessor(member)) write('set ');
    if (member.name !== undefined) write(member.name);
    if (compiler.isPropertyDeclaration(member) || compiler.isMethodDeclaration(member))
      if (member.questionToken !== undefined) write('?');
    if (compiler.isPropertyDeclaration(member)) writeOptional(': ', member.type);
    else if (compiler.isFunctionLike(member)) writeCall(member);
  }

  const memberModifiers: readonly (readonly [ts.SyntaxKind, string])[] = [
    [SyntaxKind.ProtectedKeyword, 'protected '],
    [SyntaxKind.StaticKeyword, 'static '],
    [SyntaxKind.AbstractKeyword, 'abstract '],
    [SyntaxKind.ReadonlyKeyword, 'readonly '],
  ];

  function hasModifier(
    node: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
    kind: ts.SyntaxKind,
  ): boolean {
    return node.modifiers?.some((modifier) => modifier.kind === kind) === true;
  }

  function writeInterface(node: ts.InterfaceDeclaration): void {
    write(`interface ${node.name.text}`);
    writeList('<', node.typeParameters, '>');
    writeHeritage(node);
    writeMembers(node.members, write);
  }

  function writeEnum(node: ts.EnumDeclaration): void {
    write(`enum ${node.name.text} { `);
    node.members.forEach(({ name }, at) => {
      if (at > 0) write(', ');
      write(name);
    });
    write(' }');
  }

  function writeOptional(before: string, node: ts.Node | undefined): void {
    if (node === undefined) return;
    write(before);
    write(node);
  }

  function writeList(
    opening: string,
    nodes: readonly ts.Node[] | undefined,
    closing: string,
  ): void {
    if (nodes === undefined || nodes.length === 0) return;
    nodes.forEach((node, at) => {
      write(at === 0 ? opening : ', ');
      write(node);
    });
    if (closing !== '') write(closing);
  }

  /** A node's source on one line, without comments. */
  function textOf(node: ts.Node): string {
    const start = node.getStart(source);
    const end = Math.min(node.end, start + 2 * maxSignatureLength);
    const raw = source.text.slice(start, end);
    if (!/[\s/;,]/.test(raw)) return raw;
    const plain = raw.includes('/') ? withoutComments(raw) : raw;
    return plain
      .replace(/\s+/g, ' ')
      .replace(/([([<]) | ?,? (?=[)\]>])/g, '$1')
      .replace(/[;,]$/, '');
  }

  function withoutComments(raw: string): string {
    scanner.setText(raw);
    let kept = '';
    for (;;) {
      const kind = scanner.scan();
      if (kind === SyntaxKind.EndOfFileToken) return kept;
      const gap = kept !== '' && scanner.getTokenFullStart() < scanner.getTokenStart();
      kept += gap ? ` ${scanner.getTokenText()}` : scanner.getTokenText();
    }
  }

  function docOf(node: ts.Node): string {
    const ranges = compiler.getLeadingCommentRanges(source.text, node.pos) ?? [];
    const range = ranges.findLast(({ pos }) => source.text.startsWith('/**', pos));
    if (range === undefined || range.end - range.pos < 5) return '';
    const body = source.text.slice(
      range.pos + 3,
      Math.min(range.end - 2, range.pos + 4 * maxDocLength),
    );
    const lines = body.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
    return bounded(lines.join('\n').trim(), maxDocLength);
  }

  return { begin: (next) => void (source = next), read, docOf };
}

export function bounded(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text[maxLength - 2] ?? '') ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}
