/** What a screen reader says of a pager's arrows. The libraries name them in English. */
const NAMES = {
  first: 'Primeira página',
  previous: 'Página anterior',
  next: 'Próxima página',
  last: 'Última página',
} as const

export const pagerNames = (control: keyof typeof NAMES) => ({ 'aria-label': NAMES[control] })
export const pageName = (page: number) => ({ 'aria-label': `Página ${page}` })
