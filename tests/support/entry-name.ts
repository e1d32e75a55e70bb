/** The accessible name of a menu's entry or group: a number may follow it, as in 'Usuários 12 usuários novos'. */
export const entryName = (name: string): RegExp => new RegExp(`^${name.replaceAll('.', '[.]')}(?: ?\\d.*)?$`)
