/** What a command is called on the screens, by the name that queue and timeline carry. */
import { commands, isCommandName } from './registry.ts'

export function commandLabel(name: string): string {
  return isCommandName(name) ? commands[name].label : 'Alteração de uma versão mais nova do aplicativo'
}
