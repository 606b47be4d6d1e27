-- A single amount may be larger than the 2,147,483,647 cents that an integer can hold.
alter table sandbox.checkouts alter column amount type bigint;
alter table sandbox.charges alter column amount type bigint;
alter table sandbox.refunds alter column amount type bigint;
