/** Meanings of the fields of an automation's trial and of its log. */
import { AUTOMATION_FACTS, DEFINITION_FACTS } from '../../../records/automations.ts'
import { counts, happens, type Meanings, says } from '../../../records/meaning.ts'
import { meaningsIn } from '../../../records/tables/table.ts'

export const AUTOMATIONS_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/automations': meaningsIn(AUTOMATION_FACTS, 'own'),
  '/automations/dry-run': {
    ...meaningsIn(DEFINITION_FACTS, 'own'),
    since: happens('Começo do período.'),
    until: happens('Fim do período.'),
    times: counts('Vezes que teria agido.', 41),
    leads: counts('Leads em que teria agido.', 38),
    is_whole: says('false: há mais leads do que os que foram lidos, e o número é um mínimo.', true),
    'data.lead_id': says('Número do lead.', 1234),
    'data.at': happens('Quando teria agido.'),
  },
  '/automations/:id/runs': {
    id: says('Identificação da automação.', '0199b3a2-6f1c-4d3e-8a4b-2c5d6e7f8091'),
    'data.id': says('Número da linha.', 512),
    'data.lead_id': says('Número do lead. null: ele não existe mais.', 1234),
    'data.made_at': happens('Quando agiu.'),
    'data.acted': says('false: nada foi feito.', true),
    'data.results': says('O que foi feito de cada ação.'),
    'data.results.act': says('A ação.', 'notice'),
    'data.results.why': says('Por que não foi feita. null: foi feita.', 'no_broker'),
    'data.results.message': says(
      'A frase da regra que recusou. null: nenhuma.',
      'Este lead já foi finalizado.',
    ),
  },
  '/automation-notices': {
    'data.id': says('Número do aviso.', 77),
    'data.automation': says('Nome da automação.', 'Lead parado'),
    'data.lead': says('O lead. null: o aviso é da própria automação.'),
    'data.lead.id': says('Número do lead.', 1234),
    'data.lead.uid': says('Identificação do lead.', '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'),
    'data.text': says('O que é dito.', 'Retome o contato.'),
    'data.made_at': happens('Quando foi avisado.'),
  },
}
