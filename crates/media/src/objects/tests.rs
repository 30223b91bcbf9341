use super::*;

/// A store in a folder of its own.
struct Fixture {
    objects: Objects,
    folder: PathBuf,
}

impl Fixture {
    fn new() -> Self {
        let name = format!("matjar-objects-{}", hex::encode(rand::random::<[u8; 8]>()));
        let folder = std::env::temp_dir().join(name);
        Self { objects: Objects::in_folder(&folder).expect("a store"), folder }
    }

    async fn receive(&self, id: i64, content: &[u8]) {
        let mut file = self.objects.spool().create().await.expect("created");
        file.write(content).await.expect("written");
        file.sync().await.expect("synced");
        self.objects.put_inbox(id, file.path()).await.expect("moved");
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.join(folder)).into_iter().flatten();
        entries.map(|entry| entry.expect("entry").file_name().into_string().expect("text")).collect()
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn a_file_goes_from_the_spool_to_the_inbox_and_an_abandoned_one_disappears() {
    let fixture = Fixture::new();
    fixture.receive(7, b"picture").await;
    assert!(fixture.names("spool").is_empty());
    assert_eq!(fixture.names("inbox"), ["7"]);
    let mut content = String::new();
    let mut file = fixture.objects.inbox_file(7).await.expect("opens");
    io::Read::read_to_string(&mut file, &mut content).expect("read");
    assert_eq!(content, "picture");

    let mut abandoned = fixture.objects.spool().create().await.expect("created");
    abandoned.write(b"half").await.expect("written");
    assert_eq!(fixture.names("spool").len(), 1);
    drop(abandoned);
    assert!(fixture.names("spool").is_empty());
}

#[tokio::test]
async fn published_files_are_copies_and_withdrawing_leaves_the_held_ones() {
    let fixture = Fixture::new();
    let source = fixture.folder.join("out.webp");
    std::fs::write(&source, b"webp").expect("written");
    fixture.objects.put_file(&held(7, "320.webp"), &source).await.expect("stored");
    fixture.objects.publish(7, "ab12", &["320.webp".to_owned()]).await.expect("published");
    assert_eq!(fixture.names("m/ab/ab12"), ["320.webp"]);
    fixture.objects.delete_public("ab12").await.expect("withdrawn");
    assert!(fixture.names("m/ab/ab12").is_empty());
    assert_eq!(fixture.names("held/7"), ["320.webp"]);
    fixture.objects.delete_private(7).await.expect("deleted");
    assert!(fixture.names("held/7").is_empty());
    fixture.objects.delete_private(7).await.expect("gone already");
}

#[tokio::test]
async fn objects_are_listed_with_the_row_they_belong_to() {
    let fixture = Fixture::new();
    fixture.receive(7, b"1").await;
    let source = fixture.folder.join("x");
    std::fs::write(&source, b"x").expect("written");
    for key in [held(8, "320.webp"), public("ab12", "320.webp"), Key::from("inbox/not-a-number")] {
        fixture.objects.put_file(&key, &source).await.expect("stored");
    }
    let owners = async |before: DateTime<Utc>| {
        let found: Vec<_> = fixture.objects.list_older(before).try_collect().await.expect("listed");
        let mut found: Vec<_> = found.into_iter().map(|(_, owner)| format!("{owner:?}")).collect();
        found.sort_unstable();
        found
    };
    let later = Utc::now() + chrono::TimeDelta::minutes(1);
    assert_eq!(owners(later).await, ["Held(8)", "Inbox(7)", "Nobody", "Public(\"ab12\")"]);
    assert!(owners(Utc::now() - chrono::TimeDelta::minutes(1)).await.is_empty());
}

#[tokio::test]
async fn files_wait_in_the_spool_under_their_id() {
    let fixture = Fixture::new();
    let spool = fixture.objects.spool();
    let mut file = spool.create().await.expect("created");
    file.write(b"12345").await.expect("written");
    file.wait_for_store(spool, 42).await.expect("renamed");
    let _arriving = spool.create().await.expect("created");
    assert_eq!(spool.list_waiting().expect("listed"), (vec![42], 5));
    assert_eq!(spool.remove_stale().expect("listed"), 0, "it is arriving");
}

#[test]
fn the_spool_of_a_remote_store_keeps_its_name() {
    let fixture = Fixture::new();
    let open = || Spool::open_named(&fixture.folder.join("remote")).expect("opened").server().to_owned();
    let name = open();
    assert_eq!((name.len(), open()), (32, name));
}
