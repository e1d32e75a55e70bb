/** The roles' names: docs/rules.md#roles */
import type { RoleId } from '../session/session-user.ts'

export const ROLE_NAMES: readonly { readonly id: RoleId; readonly name: string }[] = [
  { id: 1, name: 'Administrador' },
  { id: 2, name: 'Gerente' },
  { id: 3, name: 'Corretor' },
  { id: 4, name: 'Concessionária' },
  { id: 5, name: 'Indicador' },
  { id: 6, name: 'Indicador especial' },
  { id: 7, name: 'Parceiro indicador' },
]
