/** Importações. */
import { breaks, conflicts, does, missing, type OperationTexts, unfit } from '../operation.ts'

export const RENEWALS = {
  'POST /lead-temps/import': does(
    'Começar uma importação de apólices',
    'Um formulário com a planilha, o mapeamento das colunas e as escolhas. A importação continua sozinha; acompanhe por `GET /lead-temps/import/{id}`.',
    conflicts('Outra importação está em andamento.'),
    breaks('O arquivo não pode ser lido, ou faltam colunas.'),
    unfit('Uma das escolhas não serve.'),
  ),
  'GET /lead-temps/import': does('Listar as importações', 'As últimas, a mais nova primeiro.'),
  'GET /lead-temps/import/:id': does('Acompanhar uma importação', 'Quantas linhas já foram feitas.'),
  'PUT /lead-temps/import/:id/cancel': does(
    'Cancelar uma importação',
    'O que já foi importado fica. Repetir não muda nada.',
  ),
  'GET /lead-temps/import/:id/refusals': does(
    'Ler as linhas recusadas',
    'As linhas da planilha que não foram importadas, com o motivo.',
  ),
  'GET /lead-temps/import/:id/decisions': does(
    'Ler as linhas a decidir',
    'As linhas de que não se sabe se a apólice já existe, com as apólices que podem ser a mesma.',
  ),
  'PUT /lead-temps/import/:id/decisions': does(
    'Decidir linhas de uma importação',
    'Cada linha é uma das apólices que já existem, outra apólice, ou nada. Uma linha já decidida fica como está.',
    breaks('A apólice escolhida não é uma das possíveis, ou é de outro segurado.'),
  ),
  'GET /lead-temps/doubles': does(
    'Listar apólices repetidas',
    'Apólices do mesmo número, item, segurado e vigência sob duas grafias de seguradora. O que uma versão anterior fez fica aqui até ser decidido.',
  ),
  'PUT /lead-temps/doubles/:id': does(
    'Decidir uma apólice repetida',
    'São duas apólices, ou uma só: fica a escolhida, e o lead em aberto da outra é cancelado. Uma repetida já decidida fica como está.',
    breaks('A apólice que fica não é uma das duas.'),
  ),
  'PUT /lead-temps/assign': does(
    'Atribuir renovações a um corretor',
    'As renovações sem corretor viram leads dele. `skipped` tem as que não puderam.',
    missing('Nenhuma das renovações existe.'),
    breaks('O corretor não existe ou está inativo.'),
  ),
} satisfies OperationTexts

export const IMPORTS = {
  'POST /imports': does(
    'Começar uma importação',
    'Um formulário com a planilha de outro sistema (clientes, leads, usuários ou concessionárias), o mapeamento das colunas e as escolhas. A importação continua sozinha; acompanhe por `GET /imports/{id}`.',
    conflicts('Outra importação, ou o desfazer de uma, está em andamento.'),
    breaks('O arquivo não pode ser lido, ou faltam colunas.'),
    unfit('Uma das escolhas não serve.'),
  ),
  'GET /imports': does('Listar as importações de listas', 'As últimas, a mais nova primeiro.'),
  'GET /imports/place': does(
    'Ver o lugar na fila de leitura',
    'Uma planilha é lida de cada vez, nesta e na importação de renovações. `place` é o lugar da sua próxima na fila, ou 0.',
  ),
  'GET /imports/:id': does('Acompanhar a importação de uma lista', 'Quantas linhas já foram feitas.'),
  'PUT /imports/:id/cancel': does(
    'Cancelar a importação de uma lista',
    'O que já foi importado fica, e pode ser desfeito. Repetir não muda nada.',
  ),
  'GET /imports/:id/refusals': does(
    'Ler as linhas recusadas de uma lista',
    'As linhas da planilha que não foram importadas, com o motivo.',
  ),
  'POST /imports/:id/undo': does(
    'Desfazer uma importação',
    'Até sete dias depois do fim. O que ninguém tocou sai; o resto fica, e `GET /imports/{id}/kept` diz por quê. Repetir não muda nada.',
    conflicts('Outra importação está em andamento, esta ainda não terminou, ou passaram mais de sete dias.'),
  ),
  'GET /imports/:id/decisions': does(
    'Ler as linhas de que dois clientes podem ser a pessoa',
    'As linhas que esperam uma decisão, com os clientes que a pessoa pode ser.',
  ),
  'PUT /imports/:id/decisions': does(
    'Decidir linhas da importação de uma lista',
    'Cada linha é um dos clientes, outra pessoa, ou nada. Uma linha já decidida fica como está.',
    conflicts('A importação foi desfeita, ou está sendo desfeita.'),
    breaks('O cliente escolhido não é um dos possíveis.'),
  ),
  'GET /imports/:id/kept': does(
    'Ler o que ficou de uma importação desfeita',
    'Até 1.000 cadastros e leads que alguém tocou depois da importação, com o motivo.',
  ),
  'GET /import-mappings': does('Listar os mapeamentos guardados', 'Por lista e nome.'),
  'POST /import-mappings': does('Guardar um mapeamento', 'No lugar do que tem a mesma lista e o mesmo nome.'),
  'DELETE /import-mappings/:id': does(
    'Apagar um mapeamento',
    'As importações já feitas não mudam.',
    missing('O mapeamento não existe.'),
  ),
} satisfies OperationTexts
