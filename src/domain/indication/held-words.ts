/** What became of indications that were held for a look: docs/rules.md#suspicious-indications */

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export interface HeldOutcome {
  readonly decided: number
  readonly made: number
  readonly refused: number
}

export function heldWords(what: 'accept' | 'discard', { decided, made, refused }: HeldOutcome): string {
  if (decided === 0) return 'Nenhuma delas esperava mais: outra pessoa já decidiu.'
  if (what === 'discard') return `${counted(decided, 'indicação descartada', 'indicações descartadas')}.`
  const brought = `${counted(made, 'indicação foi', 'indicações foram')} para o Dashboard.`
  return refused === 0
    ? brought
    : `${brought} ${counted(refused, 'não pôde entrar', 'não puderam entrar')} pelas regras da indicação.`
}
