/** Ausências. */
import { breaks, does, forbids, missing, type OperationTexts } from '../operation.ts'

const RULES = breaks(
  'Os dias não servem, o usuário já tem uma ausência neles ou substitui alguém, ou o substituto não está livre. `errors` diz o campo.',
)
const OF_OTHERS = forbids('Só o próprio usuário, ou quem o administra.')
const OVER = missing('A ausência não existe ou já terminou.')

export const ABSENCES = {
  'GET /absences': does(
    'Listar as ausências',
    'As que valem hoje e as que ainda vêm, a primeira a começar antes.',
  ),
  'POST /absences': does(
    'Marcar uma ausência',
    'A própria, ou a de um usuário que quem chama administra. Nos dias dela, ninguém passa leads ao usuário, e o substituto vê e atende os leads dele.',
    RULES,
    OF_OTHERS,
    missing('O usuário não existe, ou a ausência que a primeira chamada desta chave fez já terminou.'),
  ),
  'PUT /absences/:id': does(
    'Mudar uma ausência',
    'De uma que já começou muda só o último dia e quem substitui.',
    RULES,
    OF_OTHERS,
    OVER,
  ),
  'DELETE /absences/:id': does(
    'Encerrar ou cancelar uma ausência',
    'Uma que começou antes de hoje termina ontem. Uma que ainda não começou, ou que começa hoje, deixa de existir.',
    OF_OTHERS,
    OVER,
  ),
} satisfies OperationTexts
