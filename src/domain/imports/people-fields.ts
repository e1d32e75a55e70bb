/** The fields of 'Usuários' and 'Concessionárias'. docs/rules.md#any-import */
import { importField } from './fields.ts'

export const USER_LINE_FIELDS = [
  importField(
    'name',
    'Nome',
    'nome, nome completo, nome usuario, usuario nome, full name, user name, name, corretor, colaborador, vendedor, funcionario',
    'Ana Corretora',
    { required: true, longest: 120, not: /\b(?:concessionaria|loja|equipe|team|empresa|canal)\b/u },
  ),
  importField(
    'mail',
    'E-mail',
    'e mail, email, mail, correio eletronico, email address',
    'ana@exemplo.com.br',
    {
      required: true,
      longest: 200,
    },
  ),
  importField('login', 'Login', 'login, nome login, username, apelido', 'ana', { longest: 60 }),
  importField(
    'phone',
    'Telefone',
    'celular, telefone, telefone celular, whatsapp, fone, tel, mobile phone, phone number, phone, mobile',
    '(11) 98765-4321',
    { several: true },
  ),
  importField(
    'role',
    'Perfil',
    'papel, perfil, perfil acesso, funcao, cargo, tipo usuario, tipo, nivel acesso, nivel, permissao, role, user role, profile, job title',
    'Corretor',
    { required: true },
  ),
  importField('channel', 'Canal', 'canal, canal entrada, origem, channel', '', { longest: 200 }),
  importField(
    'partners',
    'Concessionárias',
    'concessionarias, concessionaria, nome concessionaria, loja, lojas, revenda, dealership, dealerships, dealer, store, codigo concessionaria, filial, unidade',
    '',
    { longest: 2000 },
  ),
  importField('team', 'Equipe técnica', 'equipe tecnica, equipe, equipes, time, grupo, team, teams', '', {
    longest: 200,
  }),
] as const

export const PARTNER_LINE_FIELDS = [
  importField(
    'name',
    'Nome',
    'nome, nome concessionaria, concessionaria, nome fantasia, fantasia, loja, nome loja, revenda, razao social, parceiro, empresa, dealership, dealership name, dealer, store, company name, company, name',
    'Concessionária Centro',
    { required: true, longest: 120, not: /\b(?:contato|responsavel|gerente|owner|contact)\b/u },
  ),
  importField(
    'code',
    'Código',
    'codigo wf, codigo, cod, codigo concessionaria, codigo loja, cod loja, code, dealer code, store code, external id',
    'C001',
    { alone: ['id', 'numero', 'n'], longest: 40 },
  ),
] as const
