/** 'Perfil: Corretor' of a filter that is set, for the lines above a sheet. */
export const filterWord = (label: string, value: string | null | undefined): string[] =>
  value === null || value === undefined || value === '' ? [] : [`${label}: ${value}`]
