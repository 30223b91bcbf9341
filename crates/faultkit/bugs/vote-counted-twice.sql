-- A vote that is withdrawn or changed stays in the count of the review.
create function faults_sticky_votes() returns trigger language plpgsql as $$
begin
    new.upvotes := greatest(new.upvotes, old.upvotes);
    return new;
end $$;
create trigger faults_sticky_votes before update on review_scores for each row execute function faults_sticky_votes();
