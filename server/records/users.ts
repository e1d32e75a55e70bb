/** What only the server says of a user's fields (`src/domain/session/user-fields.ts`): docs/rules.md#users */
import type { UserField } from '../../src/domain/session/user-fields.ts'
import { except, says } from './meaning.ts'
import { type ColumnFacts, USERS } from './tables/table.ts'

export const USER_FACTS = {
  name: { noPerson: USERS },
  login: {
    meaning: except(says('Login.', 'ana'), { asked: says('Uma parte do login.', 'ana') }),
    noPerson: USERS,
  },
  email: {
    meaning: except(says('E-mail.', 'ana@example.com'), {
      asked: says('Uma parte do e-mail.', 'ana@example.com'),
    }),
    noPerson: USERS,
  },
  verified_at: { sheet: 'E-mail confirmado em' },
  phone: { noPerson: USERS },
  status: { own: says('1 ativo, 0 inativo.', 1) },
  work_start: { own: says('Início da jornada, HH:MM. null: não foi dado.', '08:30'), noPerson: USERS },
  observation: { meaning: says('Observação, em texto livre.', 'Atende às terças'), noPerson: USERS },
  active_all_dealerships: { own: says('Vale para todas as concessionárias.') },
  shared_tablet: {
    meaning: says(
      'Trabalha em tablet compartilhado: o aparelho precisa ser protegido. Só administradores mudam; sem o campo, fica como está.',
    ),
  },
  renovator_hierarchical_group: {
    meaning: says('Grupo hierárquico do renovador, só dígitos. null: nenhum.', '1020'),
    noPerson: USERS,
  },
} as const satisfies Readonly<Record<UserField | 'login' | 'email' | 'verified_at', ColumnFacts>>
