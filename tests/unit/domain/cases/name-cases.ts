/** Names in their order. Equal ones keep the order of the rows, so none are equal. Device and database are asked. */
export const NAMES_IN_ORDER = [
  'Álvaro Lima',
  'amanda Souza',
  'Ana Zulu',
  'Anabela Costa',
  'Bruno da Rocha',
  "Bruno Sant'Ana",
  'Bruno Santana Filho',
  'Caçapa',
  'Camila',
  'D’Ávila',
  'Davilson',
  'Equipe 2',
  'Equipe 10',
  'Érica',
  'Zélia',
] as const
