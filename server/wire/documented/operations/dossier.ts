/** Dossiers of leads. */
import { does, missing, type OperationTexts } from '../operation.ts'

const GONE = missing('O lead não existe, ou não é visível.')

export const DOSSIER = {
  'GET /leads/:id/dossier': does(
    'Exportar o dossiê de um lead',
    'O histórico inteiro com a corrente que o prova: elos, selos, âncora e assinatura. A auditoria registra.',
    GONE,
  ),
  'GET /leads/:id/dossier/pdf': does(
    'Exportar o dossiê em PDF',
    'O mesmo para ler, com o JSON anexado dentro do PDF.',
    GONE,
  ),
  'GET /history/key': does(
    'Ler a chave das assinaturas',
    'A chave pública com que a página Conferir confere dossiês.',
  ),
  'POST /history/head': does(
    'Conferir um elo no servidor',
    'Diz se o elo ainda está na corrente do lead. Nada do lead é dito, e nenhum dossiê é enviado.',
  ),
} satisfies OperationTexts
