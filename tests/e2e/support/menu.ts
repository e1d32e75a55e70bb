/** The side menu's entries by their labels. */

/** Lists of reference data, in the menu of every member of the staff. */
export const LISTS = [
  'Usuários',
  'Clientes',
  'Seguros',
  'Parceiros',
  'Equipes Técnicas',
  'Lead Corretor Config',
  'Verificação de Leads',
]

export const BROKER_MENU = ['Dashboard', 'Criar Lead', 'Me Indico', ...LISTS, 'Sincronização']
