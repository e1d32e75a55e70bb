/** Relatórios, funil e visões guardadas. */
import {
  breaks,
  conflicts,
  does,
  forbids,
  missing,
  notConfigured,
  type OperationTexts,
} from '../operation.ts'

const SCOPE = forbids('O relatório não é do seu perfil, ou o filtro pede o que não é seu.')
const EMPTY = breaks('O filtro não deixa nenhuma linha para exportar.')
const QUIVER = notConfigured('Este servidor não tem acesso ao Quiver.')

export const report = (name: string, description: string) => does(name, description, SCOPE)
export const sheet = (name: string, what: string) =>
  does(
    `Exportar ${name}`,
    `A planilha (.xlsx) com ${what} que o filtro deixa. A exportação fica na auditoria.`,
    SCOPE,
    EMPTY,
  )

export const REPORTS = {
  'GET /reports/clients': does(
    'Buscar clientes para um filtro',
    'Até trinta clientes por parte do nome: aqueles cujos leads contam para o usuário.',
  ),
  'GET /leads/indicationReportGerVeic': report(
    'Relatório de Indicações',
    'As indicações por indicador e por concessionária. O período é o da proposta.',
  ),
  'GET /leads/summaryReportGerVeicExport': sheet('o resumo por indicador', 'o resumo por indicador'),
  'GET /leads/indicationReportGerVeicExport': sheet('as indicações', 'as indicações'),
  'GET /leads/referralReport': report(
    'Indicações do período',
    'Só os leads do Relatório de Indicações, todos ou por páginas.',
  ),
  'GET /leads/callsManagerReportExport': sheet('as ligações', 'os leads e suas ligações'),
  'GET /lead-duplicates': report(
    'Leads Duplicados',
    'As tentativas de registrar uma proposta que já é um lead. O corretor vê as próprias.',
  ),
  'PUT /lead-duplicates/release/:id': does(
    'Liberar uma proposta repetida',
    'Deixa mais um lead ter a proposta.',
    breaks('A tentativa já foi liberada.'),
  ),
  'GET /diagnosis': report(
    'Diagnóstico',
    'Contatos, cotações, vendas, tempos e metas, das renovações (`renewal`) e dos seguros novos (`new`).',
  ),
  'GET /diagnosisRenew/diagnosisRenewReportExport': sheet(
    'o diagnóstico das renovações',
    'as tabelas das renovações',
  ),
  'GET /diagnosis/diagnosisReportExport': sheet(
    'o diagnóstico dos seguros novos',
    'as tabelas dos seguros novos',
  ),
  'GET /sent-proposals/book/pdf': does(
    'Exportar o livro de propostas de um mês, assinado',
    'O registro do mês em PDF, com os termos de abertura e de encerramento e o JSON assinado anexado dentro. A chave é a da corretora no Farol: não é uma assinatura ICP-Brasil. A página Conferir o confere. A exportação fica na auditoria.',
    SCOPE,
    notConfigured('Este servidor não tem a chave com que assina.'),
  ),
  'GET /lead-chart': report('Funil de vendas', 'Quantos leads chegaram a cada etapa no período.'),
  'GET /quiver/sales': does(
    'Vendas Quiver',
    'As vendas do Quiver no período; sem período, as dos últimos sete dias. Quando o Quiver não responde, `problem` diz por que esta é a última resposta boa.',
    SCOPE,
    QUIVER,
  ),
  'GET /quiver/products': does(
    'Listar os produtos do Quiver',
    'Os produtos para o filtro de Vendas Quiver.',
    QUIVER,
  ),
  'GET /quiver/salesExport': does(
    'Exportar as vendas do Quiver',
    'A planilha (.xlsx) com as vendas do período.',
    SCOPE,
    EMPTY,
    QUIVER,
  ),
} satisfies OperationTexts

const PATH = forbids('O relatório deste endereço não é do seu perfil.')
const NAME = breaks(
  'O nome já é de outra visão deste relatório, são visões demais, ou o relatório não pode ser enviado por e-mail.',
)

export const REPORT_VIEWS = {
  'GET /report-views': does(
    'Listar as próprias visões',
    'As visões guardadas do usuário, e os relatórios que podem ir por e-mail.',
  ),
  'POST /report-views': does(
    'Guardar uma visão',
    'Quem chama dá o `id`: repetida, a chamada faz uma visão só. Uma visão do mesmo nome é substituída.',
    PATH,
    NAME,
    conflicts('Este `id` já é de outra visão.'),
  ),
  'PUT /report-views/:id': does(
    'Mudar uma visão',
    'O que falta fica como está. `cadence` null: não vai mais por e-mail.',
    PATH,
    NAME,
    missing('A visão não existe, ou não é sua.'),
  ),
  'DELETE /report-views/:id': does(
    'Remover uma visão',
    'Só as próprias.',
    missing('A visão não existe, ou não é sua.'),
  ),
} satisfies OperationTexts
