/** Automations. */
import { breaks, conflicts, does, missing, type OperationTexts } from '../operation.ts'

const GONE = missing('A automação não existe.')

export const AUTOMATIONS = {
  'GET /automations': does(
    'Listar automações',
    'O que cada uma faz, se está ligada e quanto agiu em 30 dias.',
  ),
  'POST /automations': does(
    'Criar uma automação',
    'Ela nasce desligada. Experimente-a antes de ligar.',
    breaks('Já há automações demais.'),
  ),
  'PUT /automations/:id': does(
    'Alterar uma automação',
    'Ligada, ela segue a regra nova no que acontecer daqui em diante.',
    GONE,
    conflicts('Outra pessoa alterou a automação desde a leitura.'),
  ),
  'PUT /automations/:id/state': does(
    'Ligar ou desligar uma automação',
    'Ligada, ela age no que acontecer daqui em diante. Com `revision`, só liga a regra que foi experimentada.',
    GONE,
    conflicts('Outra pessoa alterou a automação desde a leitura.'),
  ),
  'DELETE /automations/:id': does('Remover uma automação', 'O registro e os avisos dela somem junto.', GONE),
  'POST /automations/dry-run': does(
    'Experimentar uma automação',
    'Quantas vezes ela teria agido nos últimos 30 dias, e em quais leads. Nada é feito.',
  ),
  'GET /automations/:id/runs': does(
    'Listar o que uma automação fez',
    'O mais recente primeiro, com o que não foi feito e por quê. Ficam 90 dias.',
    GONE,
  ),
  'GET /automation-notices': does(
    'Listar os avisos de automações',
    'O que as automações avisaram a quem pergunta, em 30 dias. O mais recente primeiro.',
  ),
} satisfies OperationTexts
