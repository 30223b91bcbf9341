//! Configuration of uploads, for the server and for the process that decodes them.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::{Args, ValueEnum};
use media::{
    jail::{JailConfig, Strength, VideoTools},
    jobs::{FetchConfig, FixedHost, Scanner},
    objects::{Objects, S3Config, StoreLocation},
};
use secrecy::{ExposeSecret, SecretString};

#[derive(Debug, Clone, Args)]
pub struct UploadConfig {
    /// Where uploaded files are: a folder, or `s3://bucket/prefix`.
    #[arg(long, env = "MATJAR_UPLOADS", default_value = ".state/uploads")]
    pub uploads: String,
    /// Local folder for files that S3 cannot take at the moment.
    #[arg(long, env = "MATJAR_UPLOAD_SPOOL", default_value = ".state/spool")]
    pub upload_spool: PathBuf,
    /// S3 of another provider than Amazon.
    #[arg(long, env = "MATJAR_S3_ENDPOINT", default_value = "")]
    pub s3_endpoint: String,
    #[arg(long, env = "MATJAR_S3_REGION", default_value = "us-east-1")]
    pub s3_region: String,
    #[arg(long, env = "MATJAR_S3_KEY", default_value = "")]
    pub s3_key: String,
    #[arg(
        long,
        env = "MATJAR_S3_SECRET",
        default_value = "",
        hide_env_values = true,
        hide_default_value = true
    )]
    pub s3_secret: SecretString,
    /// Share of free disk, in percent, below which uploads are refused.
    #[arg(long, env = "MATJAR_UPLOAD_MIN_FREE_DISK", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=100))]
    pub upload_min_free_disk: u64,
    /// Bytes that guests may upload in 24 hours, all together.
    #[arg(long, env = "MATJAR_UPLOAD_GUEST_BYTES", default_value_t = 5_000_000_000)]
    pub upload_guest_bytes: i64,
    /// Scheme and host of uploaded files, another one than that of the shop. Not set: the shop's own.
    #[arg(long, env = "MATJAR_MEDIA_ORIGIN")]
    pub media_origin: Option<String>,
    /// Where uploads are decoded: inside the server, or by `matjar media`.
    #[arg(long, env = "MATJAR_MEDIA_PROCESS", value_enum, default_value_t = MediaProcess::Inside)]
    pub media_process: MediaProcess,
    /// `weak`: decode also on a kernel without landlock.
    #[arg(long, env = "MATJAR_MEDIA_JAIL", value_enum, default_value_t = MediaJail::Full)]
    pub media_jail: MediaJail,
    /// Folders in which ffmpeg and ffprobe are looked for; `PATH` by default. Without them no videos are accepted.
    #[arg(long, env = "MATJAR_FFMPEG_PATH")]
    pub ffmpeg_path: Option<OsString>,
    /// clamd, which scans each file before it is decoded: `host:port` or `unix:/path`. Not set: files are not scanned.
    #[arg(long, env = "MATJAR_CLAMD")]
    pub clamd: Option<Scanner>,
    /// File with further root certificates (PEM) for files of other hosts.
    #[arg(long, env = "MATJAR_FETCH_ROOTS")]
    pub fetch_roots: Option<PathBuf>,
    /// Hosts of files that are not looked up, and may be inside the own network: `name=address:port`, separated by commas.
    #[arg(long, env = "MATJAR_FETCH_HOSTS", value_delimiter = ',')]
    pub fetch_hosts: Vec<FixedHost>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MediaProcess {
    Inside,
    Separate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MediaJail {
    Full,
    Weak,
}

impl UploadConfig {
    /// Files in a folder, with all limits that depend on the machine off.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self {
            uploads: folder.to_string_lossy().into_owned(),
            upload_spool: folder.join("remote-spool"),
            s3_endpoint: String::new(),
            s3_region: "us-east-1".to_owned(),
            s3_key: String::new(),
            s3_secret: String::new().into(),
            upload_min_free_disk: 0,
            upload_guest_bytes: 5_000_000_000,
            media_origin: None,
            media_process: MediaProcess::Inside,
            media_jail: MediaJail::Full,
            ffmpeg_path: None,
            clamd: None,
            fetch_roots: None,
            fetch_hosts: Vec::new(),
        }
    }

    pub fn location(&self) -> StoreLocation {
        let Some(name) = self.uploads.strip_prefix("s3://") else {
            return StoreLocation::Folder(self.uploads.clone().into());
        };
        let (bucket, prefix) = name.split_once('/').unwrap_or((name, ""));
        StoreLocation::S3(S3Config {
            bucket: bucket.to_owned(),
            prefix: prefix.trim_matches('/').to_owned(),
            endpoint: self.s3_endpoint.clone(),
            region: self.s3_region.clone(),
            key: self.s3_key.clone(),
            secret: self.s3_secret.clone(),
        })
    }

    pub fn objects(&self) -> anyhow::Result<Objects> {
        Objects::open(&self.location(), &self.upload_spool)
    }

    /// The programs for videos, if they are installed.
    pub fn video_tools(&self) -> Option<VideoTools> {
        let path = self.ffmpeg_path.clone().or_else(|| std::env::var_os("PATH"));
        VideoTools::find(&path.unwrap_or_default())
    }

    /// How files of other hosts are fetched.
    pub fn fetch(&self) -> anyhow::Result<FetchConfig> {
        let roots = match &self.fetch_roots {
            Some(path) => std::fs::read(path)
                .with_context(|| format!("reading MATJAR_FETCH_ROOTS {}", path.display()))?,
            None => Vec::new(),
        };
        Ok(FetchConfig { roots, hosts: self.fetch_hosts.clone() })
    }

    /// Children are this program again.
    pub fn jail(&self) -> std::io::Result<JailConfig> {
        Ok(self.jail_of(&std::env::current_exe()?))
    }

    /// Children are this `matjar`.
    pub fn jail_of(&self, program: &Path) -> JailConfig {
        let strength = match self.media_jail {
            MediaJail::Full => Strength::Full,
            MediaJail::Weak => Strength::Weak,
        };
        JailConfig::new(program.to_owned()).with_strength(strength).with_tools(self.video_tools())
    }

    /// The `Host` header of the media origin.
    pub fn media_host(&self) -> Option<&str> {
        let origin = self.media_origin.as_deref()?;
        origin.split_once("://").map(|(_, host)| host)
    }

    pub fn errors(&self, public_origin: &str) -> Vec<String> {
        let mut errors = Vec::new();
        if let Some(origin) = &self.media_origin {
            let host = self.media_host().unwrap_or_default();
            let is_origin = (origin.starts_with("http://") || origin.starts_with("https://"))
                && !host.is_empty()
                && host
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':'));
            if !is_origin {
                errors.push(
                    "MATJAR_MEDIA_ORIGIN is a scheme and a host, without a slash at the end".to_owned(),
                );
            } else if origin == public_origin {
                errors.push("MATJAR_MEDIA_ORIGIN must differ from MATJAR_PUBLIC_ORIGIN".to_owned());
            } else if public_origin.starts_with("https://") && !origin.starts_with("https://") {
                errors.push("MATJAR_MEDIA_ORIGIN must be an https address".to_owned());
            }
        }
        if let StoreLocation::S3(config) = self.location() {
            if config.bucket.is_empty() || config.key.is_empty() || config.secret.expose_secret().is_empty() {
                errors.push(
                    "MATJAR_UPLOADS in S3 needs a bucket, MATJAR_S3_KEY and MATJAR_S3_SECRET".to_owned(),
                );
            }
            if public_origin.starts_with("https://") && config.endpoint.starts_with("http://") {
                errors.push("MATJAR_S3_ENDPOINT must be an https address".to_owned());
            }
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_is_a_folder_or_a_bucket() {
        let config = UploadConfig::in_folder("/srv/uploads");
        assert!(matches!(config.location(), StoreLocation::Folder(folder) if folder == *"/srv/uploads"));
        assert!(config.errors("https://shop.example").is_empty());
        let config = UploadConfig { uploads: "s3://bucket/a/b/".to_owned(), ..config };
        let StoreLocation::S3(s3) = config.location() else { panic!("a bucket") };
        assert_eq!((s3.bucket.as_str(), s3.prefix.as_str()), ("bucket", "a/b"));
        assert_eq!(config.errors("https://shop.example").len(), 1, "keys are missing");
    }

    #[test]
    fn the_media_origin_is_another_origin() {
        let with = |origin: &str| UploadConfig {
            media_origin: Some(origin.to_owned()),
            ..UploadConfig::in_folder("/srv/uploads")
        };
        assert!(with("https://media.example").errors("https://shop.example").is_empty());
        assert_eq!(with("https://media.example:8443").media_host(), Some("media.example:8443"));
        for wrong in [
            "https://shop.example",
            "http://media.example",
            "media.example",
            "https://m.example/",
            "https://",
        ] {
            assert_eq!(with(wrong).errors("https://shop.example").len(), 1, "{wrong}");
        }
    }
}
