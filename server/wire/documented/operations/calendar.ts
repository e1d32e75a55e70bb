/** Calendário. */
import { conflicts, does, missing, type OperationTexts, tooMany } from '../operation.ts'

const OWN = missing('O endereço não existe, ou é de outra pessoa.')
const GONE = conflicts('O endereço que a primeira chamada desta chave fez já foi usado ou encerrado.')

export const CALENDAR = {
  'GET /calendar-feeds': does(
    'Listar os endereços do próprio calendário',
    'Os endereços do usuário, com o que cada um mostra. O endereço em si não é mostrado.',
  ),
  'POST /calendar-feeds': does(
    'Fazer um endereço de calendário',
    'O endereço aparece só nesta resposta. O servidor guarda apenas o resumo do segredo dele.',
    conflicts(
      'O usuário já tem cinco, ou o que a primeira chamada desta chave fez já foi usado ou encerrado.',
    ),
  ),
  'PUT /calendar-feeds/:id': does(
    'Mudar o que um endereço mostra',
    'O calendário recebe a mudança na próxima leitura. O que deixa de ser mostrado aparece como cancelado.',
    OWN,
  ),
  'POST /calendar-feeds/:id/renew': does(
    'Renovar um endereço',
    'Faz outro endereço com as mesmas escolhas. O anterior deixa de valer na hora.',
    OWN,
    GONE,
  ),
  'DELETE /calendar-feeds/:id': does('Encerrar um endereço', 'O endereço deixa de valer na hora.', OWN),
  'DELETE /users/:id/calendar-feeds': does(
    'Encerrar os endereços de calendário de um usuário',
    'Todos deixam de valer na hora.',
    missing('O usuário não existe ou não tem endereços.'),
  ),
  'GET /calendar/:file': does(
    'Ler um calendário',
    'Os retornos, prazos e renovações que o endereço mostra, em iCalendar (RFC 5545), de 30 dias atrás a 400 dias à frente. O que foi desmarcado fica 30 dias como `STATUS:CANCELLED`. Com `If-None-Match` responde 304 sem corpo. Não pede token: o segredo está no endereço.',
    missing('Nenhum endereço em vigor tem este segredo.'),
    tooMany('Leituras demais deste endereço, ou segredos errados demais desta rede.'),
  ),
} satisfies OperationTexts
