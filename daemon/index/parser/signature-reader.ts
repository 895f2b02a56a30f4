import type { Compiler, ts } from './tree/compiler.ts';
import { maxDocLength, maxSignatureLength } from './facts.ts';
import type { HashState } from './meaning/meaning-digest.ts';
import type { MeaningHasher } from './meaning/meaning-hasher.ts';
import { assignedValue, givenOut, hasModifier } from './tree/syntax.ts';

/** Reads what callers and users of a symbol depend on: no bodies, initialisers or default values. */
export class SignatureReader {
  private readonly kinds: Compiler['SyntaxKind'];
  private readonly memberModifiers: readonly (readonly [ts.SyntaxKind, string])[];
  private text = '';

  constructor(
    private readonly compiler: Compiler,
    private readonly hasher: MeaningHasher,
    private readonly texts: SourceTextReader,
  ) {
    this.kinds = compiler.SyntaxKind;
    this.memberModifiers = [
      [this.kinds.ProtectedKeyword, 'protected '],
      [this.kinds.StaticKeyword, 'static '],
      [this.kinds.AbstractKeyword, 'abstract '],
      [this.kinds.ReadonlyKeyword, 'readonly '],
    ];
  }

  /** The text is one line, at most `maxSignatureLength` characters. A name declared again continues the earlier state. */
  read(declaration: ts.Node, earlier: HashState | undefined): { text: string; state: HashState } {
    this.hasher.resume(earlier);
    this.text = '';
    this.writeDeclaration(declaration);
    return { text: bounded(this.text, maxSignatureLength), state: this.hasher.state() };
  }

  /** Fixed text, or a node whose source is shown. */
  private write(piece: string | ts.Node): void {
    if (typeof piece === 'string') this.hasher.feedText(piece);
    else this.hasher.feed(piece);
    if (this.text.length <= maxSignatureLength)
      this.text += typeof piece === 'string' ? piece : this.texts.lineOf(piece);
  }

  private writeDeclaration(node: ts.Node): void {
    if (this.compiler.isFunctionDeclaration(node)) this.writeFunction(node.name?.text, node);
    else if (this.compiler.isClassDeclaration(node)) this.writeClass(node.name?.text, node);
    else if (this.compiler.isInterfaceDeclaration(node)) this.writeInterface(node);
    else if (this.compiler.isEnumDeclaration(node)) this.writeEnum(node);
    else if (this.compiler.isExportAssignment(node)) this.writeValue(undefined, node.expression);
    else if (this.compiler.isExpressionStatement(node))
      this.writeValue(givenOut(this.compiler, node)?.name, node.expression);
    else if (this.compiler.isVariableDeclaration(node) && this.compiler.isIdentifier(node.name)) {
      this.writeValue(node.name.text, node.initializer);
      this.writeOptional(' as ', node.type);
    }
  }

  private writeValue(name: string | undefined, value: ts.Expression | undefined): void {
    const inner = assignedValue(this.compiler, value);
    if (inner === undefined) return;
    if (this.compiler.isClassExpression(inner)) this.writeClass(name, inner);
    else if (this.compiler.isArrowFunction(inner) || this.compiler.isFunctionExpression(inner))
      this.writeFunction(name, inner);
  }

  private writeFunction(name: string | undefined, node: ts.FunctionLikeDeclaration): void {
    const isAsync = hasModifier(node, this.kinds.AsyncKeyword);
    const star = node.asteriskToken === undefined ? '' : '*';
    this.write(`${isAsync ? 'async ' : ''}function${star} ${name ?? 'default'}`);
    this.writeCall(node);
  }

  private writeCall(node: ts.SignatureDeclaration): void {
    this.writeList('<', node.typeParameters, '>');
    this.write('(');
    node.parameters.forEach((parameter, at) => {
      if (at > 0) this.write(', ');
      this.writeParameter(parameter);
    });
    this.write(')');
    this.writeOptional(': ', node.type);
  }

  private writeParameter(parameter: ts.ParameterDeclaration): void {
    const { name, type, initializer, questionToken, dotDotDotToken } = parameter;
    if (dotDotDotToken !== undefined) this.write('...');
    this.write(this.namesIn(name));
    if (questionToken !== undefined) this.write('?');
    this.writeOptional(': ', type);
    if (initializer !== undefined) this.write(' = …');
  }

  /** The names that a pattern takes, without its defaults. */
  private namesIn(name: ts.BindingName): string {
    if (this.compiler.isIdentifier(name)) return name.text;
    const taken = name.elements.map((element) => {
      if (!this.compiler.isBindingElement(element)) return '';
      const { propertyName, dotDotDotToken } = element;
      if (propertyName && this.compiler.isIdentifier(propertyName)) return propertyName.text;
      const rest = dotDotDotToken === undefined ? '' : '...';
      return rest + (this.compiler.isIdentifier(element.name) ? element.name.text : '…');
    });
    const names = taken.join(', ');
    return this.compiler.isObjectBindingPattern(name) ? `{ ${names} }` : `[${names}]`;
  }

  private writeClass(name: string | undefined, node: ts.ClassLikeDeclaration): void {
    const isAbstract = hasModifier(node, this.kinds.AbstractKeyword);
    this.write(`${isAbstract ? 'abstract ' : ''}class ${name ?? 'default'}`);
    this.writeList('<', node.typeParameters, '>');
    this.writeHeritage(node);
    this.writeMembers(
      node.members.filter((member) => this.isShown(member)),
      (member) => this.writeClassMember(member),
    );
  }

  private writeHeritage(node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration): void {
    for (const { token, types } of node.heritageClauses ?? [])
      this.writeList(token === this.kinds.ExtendsKeyword ? ' extends ' : ' implements ', types, '');
  }

  private writeMembers<N extends ts.Node>(
    members: readonly N[],
    writeMember: (member: N) => void,
  ): void {
    this.write(members.length === 0 ? ' {}' : ' { ');
    members.forEach((member, at) => {
      if (at > 0) this.write('; ');
      writeMember(member);
    });
    if (members.length > 0) this.write(' }');
  }

  private isShown(member: ts.ClassElement): boolean {
    if (hasModifier(member, this.kinds.PrivateKeyword)) return false;
    if (this.compiler.isConstructorDeclaration(member)) return true;
    return member.name !== undefined && !this.compiler.isPrivateIdentifier(member.name);
  }

  private writeClassMember(member: ts.ClassElement): void {
    for (const [kind, word] of this.memberModifiers)
      if (hasModifier(member, kind)) this.write(word);
    if (this.compiler.isConstructorDeclaration(member)) this.write('constructor');
    if (this.compiler.isGetAccessor(member)) this.write('get ');
    if (this.compiler.isSetAccessor(member)) this.write('set ');
    if (member.name !== undefined) this.write(member.name);
    if (this.compiler.isPropertyDeclaration(member) || this.compiler.isMethodDeclaration(member))
      if (member.questionToken !== undefined) this.write('?');
    if (this.compiler.isPropertyDeclaration(member)) this.writeOptional(': ', member.type);
    else if (this.compiler.isFunctionLike(member)) this.writeCall(member);
  }

  private writeInterface(node: ts.InterfaceDeclaration): void {
    this.write(`interface ${node.name.text}`);
    this.writeList('<', node.typeParameters, '>');
    this.writeHeritage(node);
    this.writeMembers(node.members, (member) => this.write(member));
  }

  private writeEnum(node: ts.EnumDeclaration): void {
    this.write(`enum ${node.name.text} { `);
    node.members.forEach(({ name }, at) => {
      if (at > 0) this.write(', ');
      this.write(name);
    });
    this.write(' }');
  }

  private writeOptional(before: string, node: ts.Node | undefined): void {
    if (node === undefined) return;
    this.write(before);
    this.write(node);
  }

  private writeList(opening: string, nodes: readonly ts.Node[] | undefined, closing: string): void {
    if (nodes === undefined || nodes.length === 0) return;
    nodes.forEach((node, at) => {
      this.write(at === 0 ? opening : ', ');
      this.write(node);
    });
    if (closing !== '') this.write(closing);
  }
}

/** Reads the texts of nodes as they are shown to people: bounded, without comments or layout. */
export class SourceTextReader {
  private readonly scanner: ts.Scanner;
  private source: ts.SourceFile | undefined;

  constructor(private readonly compiler: Compiler) {
    this.scanner = compiler.createScanner(compiler.ScriptTarget.Latest, true);
  }

  begin(source: ts.SourceFile): void {
    this.source = source;
  }

  /** A node's source on one line, without comments. */
  lineOf(node: ts.Node): string {
    const text = this.source?.text ?? '';
    const start = node.getStart(this.source);
    const raw = text.slice(start, Math.min(node.end, start + 2 * maxSignatureLength));
    if (!/[\s/;,]/.test(raw)) return raw;
    const plain = raw.includes('/') ? this.withoutComments(raw) : raw;
    return plain
      .replace(/\s+/g, ' ')
      .replace(/([([<]) | ?,? (?=[)\]>])/g, '$1')
      .replace(/[;,]$/, '');
  }

  /** The doc comment right before a declaration, without its frame; at most `maxDocLength` characters. */
  docOf(node: ts.Node): string {
    const text = this.source?.text ?? '';
    const ranges = this.compiler.getLeadingCommentRanges(text, node.pos) ?? [];
    const range = ranges.findLast(({ pos }) => text.startsWith('/**', pos));
    if (range === undefined || range.end - range.pos < 5) return '';
    const end = Math.min(range.end - 2, range.pos + 4 * maxDocLength);
    const lines = text.slice(range.pos + 3, end).split('\n');
    const plain = lines.map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
    return bounded(plain.join('\n').trim(), maxDocLength);
  }

  private withoutComments(raw: string): string {
    const { scanner } = this;
    const { EndOfFileToken } = this.compiler.SyntaxKind;
    scanner.setText(raw);
    let kept = '';
    while (scanner.scan() !== EndOfFileToken) {
      const gap = kept !== '' && scanner.getTokenFullStart() < scanner.getTokenStart();
      kept += gap ? ` ${scanner.getTokenText()}` : scanner.getTokenText();
    }
    return kept;
  }
}

/** At most `maxLength` characters, an ellipsis included; never half of a surrogate pair. */
export function bounded(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text[maxLength - 2] ?? '') ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}
