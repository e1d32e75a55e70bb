/** What does not hold in a chain, in words: for the command and the page without login. docs/rules.md#chain */
import { withCapital } from '../text/capital.ts'
import type { Break, BreakKind, LinkCause, LinkKind } from './chain.ts'

export const BREAK_WORDS: Readonly<Record<BreakKind, string>> = {
  begun: 'O histórico não tem mais os seus registros.',
  order: 'Falta um registro, ou a ordem mudou.',
  link: 'O registro não é o que foi escrito.',
  head: 'O histórico não termina no último registro.',
  content: 'O conteúdo não é o que foi escrito.',
  facts: 'Quem fez, o que fez ou quando não é o que foi escrito.',
  missing: 'A entrada sumiu.',
  extra: 'A entrada não tem registro: foi posta por fora do Farol.',
  undeclared: 'A entrada foi mudada por fora do Farol.',
  anchored: 'O histórico não tem mais o que a âncora guardou.',
  anchor: 'A âncora não é a que foi escrita.',
  anchors_file: 'O arquivo de âncoras tem esta âncora, e o banco não.',
  restored_unknown:
    'O banco diz que foi restaurado de uma cópia e perdeu esta âncora, mas o arquivo de âncoras não sabe de nenhuma restauração. Se ela foi sua, rode npm run history:verify -- --restored.',
  restored: 'Uma cópia foi restaurada: o que esta âncora guardava se perdeu com isso.',
}

const OF_ANCHORS: readonly BreakKind[] = ['anchor', 'anchors_file', 'restored_unknown', 'restored']
const isOfAnchors = (kind: BreakKind) => OF_ANCHORS.includes(kind)

/** 'Registro 3, entrada 41: O conteúdo não é o que foi escrito.' */
export function breakLine({ kind, seq, entry }: Break): string {
  const place = [
    ...(seq === 0 ? [] : [`${isOfAnchors(kind) ? 'Âncora' : 'Registro'} ${seq}`]),
    ...(entry === 0 ? [] : [`entrada ${entry}`]),
  ].join(', ')
  const sentence = BREAK_WORDS[kind]
  return place === '' ? sentence : `${withCapital(place)}: ${sentence}`
}

export const KIND_WORDS: Readonly<Record<LinkKind, string>> = {
  added: 'Entrada escrita',
  found: 'Entrada de antes de o Farol registrar o histórico',
  changed: 'Entrada mudada',
  removed: 'Entrada removida',
}

export const CAUSE_WORDS: Readonly<Record<LinkCause, string>> = {
  erasure: 'apagado por lei: os dados pessoais do cliente',
  mention: 'apagado por lei: menções de um cliente',
  message: 'a mensagem foi editada, apagada ou não foi entregue',
  merge_undo: 'a junção de clientes foi desfeita',
  import_undo: 'a importação que fez o lead foi desfeita',
  unknown: 'por fora do Farol',
}
