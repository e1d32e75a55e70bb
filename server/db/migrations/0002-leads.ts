/** Tables of clients and leads, and of their history. docs/rules.md#lead-fields and #clients */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence client_numbers;
    create table clients (
      uid uuid primary key,
      id int not null unique default nextval('client_numbers'),
      name text not null,
      name_folded text not null default '',
      phone text not null default '',
      cellphone text not null default '',
      mail text not null default '',
      cpf text not null default '',
      rg text not null default '',
      birth_date date,
      cep text not null default '',
      street text not null default '',
      number text not null default '',
      comp text not null default '',
      district text not null default '',
      city text not null default '',
      state text not null default '',
      created_at timestamptz not null default now(),
      version xid8 not null default pg_current_xact_id()
    );
    create index clients_cpf on clients (cpf) where cpf <> '';
    create index clients_name on clients (name_folded text_pattern_ops);

    create sequence lead_numbers;
    create table leads (
      uid uuid primary key,
      id int not null unique default nextval('lead_numbers'),
      version xid8 not null default pg_current_xact_id(),
      state smallint not null default 1 check (state in (1, 2, 3)),
      status smallint not null default 1 check (status between 1 and 7),
      channel_id int not null references channels(id),
      inviter_id int references users(id),
      broker_id int references users(id),
      partner_id int references partners(id),
      insurance_id int references insurances(id),
      insurance_expiration smallint check (insurance_expiration between 1 and 12),
      client_uid uuid not null references clients(uid),
      proposal text,
      proposal_date timestamptz,
      product text,
      product_details jsonb not null default '{"details":"","chassis":"","license_plate":"","year":"","brand":""}',
      additional_information text not null default '',
      contact_type int,
      quoted_type int,
      sold_type int,
      contact_date timestamptz,
      quoted_date timestamptz,
      sold_date timestamptz,
      quoted smallint not null default 0,
      sold smallint,
      lost_sale int,
      competitor_broker int references competitor_brokers(id),
      old_competitor_broker int,
      sale_value_cents bigint,
      commission_percentage numeric(5, 2),
      nps_value int,
      file_path text,
      date_fail boolean not null default false,
      endorsement_date date,
      end_of_validity date,
      backup_car smallint not null default 0,
      pague_menos smallint not null default 0,
      seguro_conteudo smallint not null default 0,
      attendance_on_time smallint,
      indication_on_time smallint,
      capture_on_time smallint,
      first_call_on_time smallint,
      create_lead_date timestamptz not null default now(),
      capture_date timestamptz,
      first_call_date timestamptz,
      end_lead_date timestamptz,
      service_status int,
      suspended_lead boolean not null default false,
      on_fire boolean not null default false,
      pending_sell boolean not null default false,
      negociate boolean not null default false,
      cancelled boolean not null default false,
      scheduling_date timestamptz,
      scheduling_description text,
      scheduling_status smallint,
      created_by int references users(id)
    );
    create index leads_version on leads (version, uid);
    create index leads_board on leads (state, status, channel_id, create_lead_date, uid);
    create index leads_broker on leads (broker_id, state, status);
    create index leads_inviter on leads (inviter_id);
    create index leads_partner on leads (partner_id);
    create index leads_client on leads (client_uid);
    create index leads_captured on leads (capture_date);
    create index leads_created on leads (create_lead_date);
    create index leads_ended on leads (end_lead_date) where state = 3;
    create index leads_scheduled on leads (scheduling_date) where scheduling_status = 0;
    create index leads_proposal on leads (proposal) where proposal is not null;

    create table schedulings (
      id bigint primary key generated always as identity,
      lead_uid uuid not null references leads(uid) on delete cascade,
      scheduling_date timestamptz not null,
      description text not null,
      status smallint not null check (status in (0, 1)),
      user_id int references users(id),
      created_at timestamptz not null default now(),
      closed_at timestamptz
    );
    create index schedulings_lead on schedulings (lead_uid, id);
    create table calls (
      id bigint primary key generated always as identity,
      lead_uid uuid not null references leads(uid) on delete cascade,
      user_id int references users(id),
      date timestamptz not null,
      duration int not null default 0,
      status smallint not null,
      phone text not null default ''
    );
    create index calls_lead on calls (lead_uid, date);
    create table lead_files (
      id uuid primary key,
      lead_uid uuid not null references leads(uid) on delete cascade,
      path text not null,
      size int not null,
      uploaded_by int references users(id),
      uploaded_at timestamptz not null default now()
    );
    create index lead_files_lead on lead_files (lead_uid);

    create table timeline (
      id bigint primary key generated always as identity,
      lead_uid uuid not null references leads(uid) on delete cascade,
      user_id int references users(id),
      device_id text,
      command text not null,
      changes jsonb not null default '{}',
      occurred_at timestamptz not null,
      received_at timestamptz not null default now()
    );
    create index timeline_lead on timeline (lead_uid, id);
    create table command_log (
      key text primary key,
      user_id int not null references users(id),
      device_id text,
      command text not null,
      args jsonb not null,
      outcome text not null,
      result jsonb not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now()
    );
    create index command_log_received on command_log (received_at);
  `.execute(db)
}
