/** What a Farol has, for the tests of imports. */
import type { ImportNames } from '../../../../src/domain/imports/names.ts'

const user = (id: number, name: string, login: string, role_id: number, active = true) => ({
  id,
  name,
  login,
  email: `${login}@farol.com.br`,
  role_id,
  active,
  signs_in: true,
})

export const NAMES: ImportNames = {
  users: [
    user(1, 'Administrador', 'admin', 1),
    user(3, 'Ana Corretora', 'ana', 3),
    user(4, 'Bruno Corretor', 'bruno', 3),
    user(5, 'João Indicador', 'joao', 5),
    user(6, 'Saiu Ontem', 'saiu', 3, false),
    user(7, 'Maria Dupla', 'maria1', 3),
    user(8, 'Maria Dupla', 'maria2', 3),
  ],
  partners: [{ id: 1, name: 'Centro', code_wf: 'C9' }],
  channels: [
    { id: 2, name: 'Concessionária' },
    { id: 8, name: 'Site' },
  ],
  insurances: [{ id: 4, name: 'Residencial' }],
  lost_reasons: [
    { id: 1, name: 'Preço' },
    { id: 5, name: 'Fechou com outra corretora' },
  ],
  teams: [{ id: 1, name: 'Vendas' }],
}
