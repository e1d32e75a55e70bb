/** Seguradoras. */
import { breaks, does, type OperationTexts } from '../operation.ts'

export const INSURERS = {
  'GET /insurers/spellings': does(
    'Listar grafias a conferir',
    'As grafias de seguradora que vieram em arquivos e que nenhuma seguradora tem, com a que mais parece.',
  ),
  'PUT /insurers/spellings/:id': does(
    'Decidir uma grafia',
    'É de uma seguradora, é uma seguradora nova, ou não se pergunta mais. Uma grafia já decidida fica como está.',
    breaks('A seguradora não existe, ou a grafia já é de outra.'),
  ),
} satisfies OperationTexts
