// Tasks that run `puzzle check` or `puzzle test` on a file or a folder; the problem matcher
// `$puzzle` reads what they print.

import * as vscode from 'vscode';
import { Programs } from './programs';

interface Definition extends vscode.TaskDefinition {
  command: 'check' | 'test';
  path?: string;
}

export class Tasks implements vscode.TaskProvider {
  constructor(private readonly programs: Programs) {}

  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => [
      this.task({ type: 'puzzle', command: 'check' }, folder),
      this.task({ type: 'puzzle', command: 'test' }, folder),
    ]);
  }

  resolveTask({ definition, scope }: vscode.Task): vscode.Task {
    return this.task(definition as Definition, scope ?? vscode.TaskScope.Workspace);
  }

  private task(definition: Definition, scope: vscode.WorkspaceFolder | vscode.TaskScope): vscode.Task {
    const { command, path = '.' } = definition;
    const found = this.programs.find();
    const program = 'program' in found ? found.program : 'puzzle';
    const execution = new vscode.ProcessExecution(program, [command, '--format', 'short', '--', path]);
    const name = path === '.' ? command : `${command} ${path}`;
    const task = new vscode.Task(definition, scope, name, 'puzzle', execution, '$puzzle');
    if (command === 'test') task.group = vscode.TaskGroup.Test;
    return task;
  }
}
