import { ObserverGroup } from './reference-collector.ts';
import type { ts } from '../parsed-file.ts';
import { anyMeaning, typeMeaning, valueMeaning } from './scoped-references.ts';
import { dynamicModule } from '../tree/syntax.ts';

/** Declarations that open no scope of their own. */
export class Declarations extends ObserverGroup {
  add(): void {
    const { collector, kinds } = this;
    this.on<ts.VariableDeclarationList>([kinds.VariableDeclarationList], (list) => {
      const isVar = (list.flags & this.compiler.NodeFlags.BlockScoped) === 0;
      for (const { name } of list.declarations) collector.declare(name, valueMeaning, isVar);
    });
    this.on<ts.VariableDeclaration>([kinds.VariableDeclaration], (node) => this.noteVariable(node));
    this.on<ts.ParameterDeclaration>([kinds.Parameter], ({ name }) =>
      collector.declare(name, valueMeaning),
    );
    this.on<ts.TypeParameterDeclaration>([kinds.TypeParameter], ({ name }) =>
      collector.declare(name, typeMeaning),
    );
    this.on<ts.ModuleDeclaration | ts.ImportEqualsDeclaration>(
      [kinds.ModuleDeclaration, kinds.ImportEqualsDeclaration],
      ({ name }) => collector.declare(name, anyMeaning),
    );
  }

  private noteVariable({ name, initializer }: ts.VariableDeclaration): void {
    const { collector, compiler } = this;
    // At the top of a file the list is taken apart, and its names are the file's own.
    if (collector.isAtTop()) collector.declare(name, valueMeaning);
    if (!compiler.isObjectBindingPattern(name)) return;
    const specifier = dynamicModule(compiler, initializer);
    if (specifier !== undefined) collector.referPattern(specifier, name);
  }
}

/** Nodes with a scope. A declaration's name is bound around it, an expression's name within it. */
export class Scopes extends ObserverGroup {
  add(): void {
    this.addFunctions();
    this.addBlocks();
    this.addClassesAndTypes();
  }

  private addFunctions(): void {
    const { collector, kinds } = this;
    const open = () => collector.openScope(true);
    this.on<ts.Node>(
      [
        kinds.ArrowFunction,
        kinds.Constructor,
        kinds.ClassStaticBlockDeclaration,
        kinds.FunctionType,
        kinds.ConstructorType,
        kinds.CallSignature,
        kinds.ConstructSignature,
        kinds.IndexSignature,
        kinds.ModuleBlock,
      ],
      open,
      this.close,
    );
    this.on<ts.MethodDeclaration | ts.AccessorDeclaration | ts.MethodSignature>(
      [kinds.MethodDeclaration, kinds.GetAccessor, kinds.SetAccessor, kinds.MethodSignature],
      ({ name }) => {
        collector.ignore(name);
        open();
      },
      this.close,
    );
    this.on<ts.FunctionDeclaration>(
      [kinds.FunctionDeclaration],
      ({ name }) => {
        collector.declare(name, valueMeaning);
        open();
      },
      this.close,
    );
    this.on<ts.FunctionExpression>(
      [kinds.FunctionExpression],
      ({ name }) => {
        open();
        collector.declare(name, valueMeaning);
      },
      this.close,
    );
  }

  private addBlocks(): void {
    const { collector, kinds } = this;
    this.on<ts.Node>(
      [
        kinds.Block,
        kinds.ForStatement,
        kinds.ForInStatement,
        kinds.ForOfStatement,
        kinds.CaseBlock,
        kinds.MappedType,
        kinds.ConditionalType,
      ],
      () => collector.openScope(),
      this.close,
    );
    this.on<ts.CatchClause>(
      [kinds.CatchClause],
      ({ variableDeclaration }) => {
        collector.openScope();
        collector.declare(variableDeclaration?.name, valueMeaning);
      },
      this.close,
    );
  }

  private addClassesAndTypes(): void {
    const { collector, kinds } = this;
    this.on<ts.ClassExpression>(
      [kinds.ClassExpression],
      ({ name }) => {
        collector.openScope();
        collector.declare(name, anyMeaning);
      },
      this.close,
    );
    this.on<ts.ClassDeclaration | ts.EnumDeclaration>(
      [kinds.ClassDeclaration, kinds.EnumDeclaration],
      ({ name }) => {
        collector.declare(name, anyMeaning);
        collector.openScope();
      },
      this.close,
    );
    this.on<ts.InterfaceDeclaration | ts.TypeAliasDeclaration>(
      [kinds.InterfaceDeclaration, kinds.TypeAliasDeclaration],
      ({ name }) => {
        collector.declare(name, typeMeaning);
        collector.openScope();
      },
      this.close,
    );
  }
}
