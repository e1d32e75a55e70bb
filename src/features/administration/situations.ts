/** 'Ativos' and 'Inativos': one filter, with the same words over every list of administration. */

export const SITUATIONS = [
  { value: 'todos', label: 'Todos' },
  { value: 'ativos', label: 'Ativos' },
  { value: 'inativos', label: 'Inativos' },
]

/** Returns the chosen one; undefined for all. */
export const situationOf = (chosen: string): 'ativos' | 'inativos' | undefined =>
  chosen === 'ativos' || chosen === 'inativos' ? chosen : undefined
