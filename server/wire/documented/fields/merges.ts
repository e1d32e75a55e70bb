/** Clientes que são a mesma pessoa. */
import { counts, happens, type Meanings, says } from '../../../records/meaning.ts'

const SURVIVOR = '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8092'
const ALIAS = '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8093'

const UNTIL = happens('Até quando a junção pode ser desfeita.')

export const MERGES_BY_OPERATION: Readonly<Record<string, Meanings>> = {
  'GET /client-merges': { undo_until: UNTIL },
}

export const MERGES_EVERYWHERE: Meanings = {
  score: says('Quanto os dois parecem a mesma pessoa, de 0 a 100.', 85),
  reasons: says('Por que parecem a mesma pessoa.'),
  older: says('O cliente que foi cadastrado primeiro.'),
  younger: says('O cliente que foi cadastrado depois.'),
  last_activity: happens('O último dia de um lead dele, ou do cadastro.'),
  first_uid: says('Identificação de um dos clientes.', SURVIVOR),
  second_uid: says('Identificação do outro cliente.', ALIAS),
}

/** What only these calls have: by the path that theirs begin with. */
export const MERGES_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/client-duplicates': { dismissed: says('Não são a mesma pessoa.') },
  '/client-merges': {
    survivor_uid: says('Identificação do cliente que fica.', SURVIVOR),
    alias_uid: says('Identificação do cliente que passa a levar ao que fica.', ALIAS),
    survivor_version: counts('Versão do cliente que fica, como foi vista.', 48_211),
    alias_version: counts('Versão do outro cliente, como foi vista.', 47_903),
    from_alias: says('Os campos que ficam com o valor do outro cliente.'),
    merge: says('A junção.'),
    survivor: says('O cliente que fica.'),
    alias: says('O cliente que passou a levar ao que fica, com o nome que tinha.'),
    revived: says('O cliente que voltou.'),
    merged_at: happens('Momento em que foram juntados.'),
    merged_by: says('Quem juntou. null: o usuário não existe mais.'),
    'merge.undo_until': UNTIL,
    undone_at: happens('Momento em que a junção foi desfeita. null: não foi.'),
  },
}
