-- For databases whose 0010 was applied before it granted this.
grant update on requests.keys to festoon_runtime;
